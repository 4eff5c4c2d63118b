import { Injectable } from '@nestjs/common';
import { Fault } from '../../faults/faults';
import { ApplicationsRepository } from './applications.repository';
import type { Client } from './client';
import { ClientsService } from './clients.service';
import { isResource } from './openid-settings';

/** Resources of one request, and characters of each. */
const MOST_RESOURCES = 10;
const LONGEST_RESOURCE = 500;

/** A resource that a client may have no tokens for (RFC 8707 section 2). */
export class TargetRefused extends Fault {
  constructor() {
    super('resource: not granted');
  }
}

/** Applications as resources that tokens are for (RFC 8707). */
@Injectable()
export class Resources {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly clients: ClientsService,
  ) {}

  /**
   * Checks that a client may have tokens for resources: each is the audience of the client itself, or of an application that trusts it.
   *
   * @param text  as {@link parseResources} takes it
   * @throws TargetRefused
   */
  async allowed(client: Client, text: string | undefined): Promise<readonly string[]> {
    const resources = parseResources(text);
    for (const resource of resources) if (!(await this.isOpenTo(resource, client))) throw new TargetRefused();
    return resources;
  }

  private async isOpenTo(resource: string, { id }: Client): Promise<boolean> {
    const ownerId = await this.applications.idOfAudience(resource);
    if (ownerId === undefined) return false;
    return ownerId === id || (await this.clients.trustedBy(ownerId)).includes(id);
  }
}

/**
 * The resources that a request names.
 *
 * @param text  separated by blanks, which no URI has; undefined for none
 * @throws TargetRefused  one is no absolute URI without fragment, or there are too many
 */
export function parseResources(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const resources = [...new Set(text.split(' '))];
  const areFine = resources.every((each) => each.length <= LONGEST_RESOURCE && isResource(each));
  if (!areFine || resources.length > MOST_RESOURCES) throw new TargetRefused();
  return resources;
}

/**
 * The resources of a further token of a grant: those that were granted, or fewer.
 *
 * @throws TargetRefused  one was not granted
 */
export function narrowedResources(granted: readonly string[], text: string | undefined): readonly string[] {
  const asked = parseResources(text);
  if (asked.length === 0) return granted;
  if (asked.some((resource) => !granted.includes(resource))) throw new TargetRefused();
  return asked;
}
