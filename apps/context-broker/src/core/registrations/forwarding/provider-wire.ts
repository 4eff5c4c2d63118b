import { Injectable } from '@nestjs/common';
import type { Entity } from '@smart-city/context';
import type { ProviderAnswer } from './provider-client';
import type { ProviderPage } from './provider-page';
import type { ProviderQuery, ProviderUpdate } from './provider-request';
import type { UpdateAnswer } from './update-answer';
import type { WireRequest } from './wire-request';

/** Answer of a provider. */
export type Answered = Extract<ProviderAnswer, { kind: 'answer' }>;

/** A protocol that providers are asked in. It belongs to a face. */
export interface ProviderWire {
  /** As registrations name it (`provider.protocol`). */
  readonly name: string;
  /** Its use is told and counted. */
  readonly isDeprecated: boolean;
  renderQuery(query: ProviderQuery, page: ProviderPage): WireRequest;
  /** Entities of an answer; undefined when it holds none that can be read. */
  readQuery(answer: Answered): readonly Entity[] | undefined;
  renderUpdate(update: ProviderUpdate): WireRequest;
  readUpdate(answer: Answered): UpdateAnswer;
}

/** The protocols of the faces that there are. A face names its own when its module is made. */
@Injectable()
export class ProviderWires {
  private readonly wires = new Map<string, ProviderWire>();

  speak(wire: ProviderWire): void {
    this.wires.set(wire.name, wire);
  }

  /** Undefined where no face has it: the provider is not asked. */
  find(name: string): ProviderWire | undefined {
    return this.wires.get(name);
  }
}
