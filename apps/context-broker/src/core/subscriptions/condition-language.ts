import { Injectable } from '@nestjs/common';
import type { AlterationType, Entity, EntityChange, EntityQuery } from '@smart-city/context';
import type { SubscriptionCondition } from '@smart-city/ngsiv2';

/** Facts that conditions are asked about. */
export interface ConditionFacts {
  /** As the update left it; as it was, for a deletion. */
  readonly entity: Entity;
  readonly change: EntityChange;
  readonly alterationType: AlterationType;
  /** `Fiware-Service` of the request. */
  readonly service: string;
  readonly authToken: string | undefined;
}

/** @throws TooCostly  an expression, or a geometry, costs too much */
export type ConditionTest = (facts: ConditionFacts) => boolean;

/** A language in which subscriptions state their conditions. It belongs to a face. */
export interface ConditionLanguage {
  /** As subscriptions name it ({@link SubscriptionCondition.language}). */
  readonly name: string;

  /** Its tests decide on the entity as well: what the subscription names of entities is for looking it up only. */
  readonly selectsEntities?: true;

  /** A new subscription tells nothing of what is there, whatever the version of NGSIv2 that the broker keeps to. */
  readonly tellsChangesOnly?: true;

  /**
   * The tests of a condition, made ready once; all have to be true. Attributes and kinds of alteration are not among them.
   *
   * @throws Error  it says what this broker cannot run
   */
  compile(condition: SubscriptionCondition): readonly ConditionTest[];

  /** The part of a query that selects the entities for which the condition is true now, as far as a query can say it. */
  queryOf(condition: SubscriptionCondition): Pick<EntityQuery, 'q' | 'mq' | 'geo'>;
}

/** The languages of the faces that there are. A face names its own when its module is made, before subscriptions are read. */
@Injectable()
export class ConditionLanguages {
  private readonly languages = new Map<string, ConditionLanguage>();

  speak(language: ConditionLanguage): void {
    this.languages.set(language.name, language);
  }

  /** @throws Error  no face has it: the subscription is not matched, and the log says why */
  named(name: string): ConditionLanguage {
    const language = this.languages.get(name);
    if (language === undefined) throw new Error(`no interface of this broker has conditions in ${name}`);
    return language;
  }
}
