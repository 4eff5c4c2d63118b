import { readFileSync } from 'node:fs';
import { errorMessage } from '@smart-city/service';
import type { BrokerOptions } from '../../../../cli/options';

/** How connections over TLS are made. PEM. */
export interface MqttTls {
  /** Who signs certificates of MQTT brokers; absent: whom Node trusts. */
  readonly ca?: string;
  /** The certificate of this broker and its key, for those that ask for one. */
  readonly cert?: string;
  readonly key?: string;
  /** Whether certificates that cannot be verified are refused. */
  readonly rejectUnauthorized: boolean;
}

type Files = Pick<BrokerOptions, 'mqttCaFile' | 'mqttCertFile' | 'mqttKeyFile' | 'insecureNotif'>;

/** @throws Error  a file that cannot be read */
export const readMqttTls = ({ mqttCaFile, mqttCertFile, mqttKeyFile, insecureNotif }: Files): MqttTls => ({
  ...(mqttCaFile !== undefined && { ca: read('-mqttCa', mqttCaFile) }),
  ...(mqttCertFile !== undefined && { cert: read('-mqttCert', mqttCertFile) }),
  ...(mqttKeyFile !== undefined && { key: read('-mqttKey', mqttKeyFile) }),
  rejectUnauthorized: !insecureNotif,
});

function read(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(`${flag}: ${errorMessage(cause)}`, { cause });
  }
}
