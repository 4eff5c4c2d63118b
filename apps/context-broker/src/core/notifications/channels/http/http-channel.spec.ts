import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@smart-city/testing';
import { channelContract } from '../channel.contract';
import { HttpChannelSender } from './http-channel';

channelContract(
  (tools) => new HttpChannelSender(tools),
  async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        bodies.push(Buffer.concat(chunks).toString());
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    return {
      plain: { http: { url } },
      custom: (payload) => ({ httpCustom: { url, payload } }),
      nobody: { http: { url: `http://127.0.0.1:${await freePort()}/x` } },
      bodies,
      close: () => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(() => resolve()));
      },
    };
  },
  { malformed: { httpCustom: { url: '${X}//h' } } },
);
