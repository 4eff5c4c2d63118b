import { Injectable } from '@nestjs/common';
import { deprecationReport } from '../../deprecations/deprecation-report';
import { DeprecationUsage } from '../../deprecations/deprecation-usage';
import { deprecationsSection } from '../../deprecations/deprecations-section';
import { html } from '../../html/html';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';

/** What is deprecated and in use, day by day, and by whom. */
@Injectable()
export class DeprecationsPage implements ConsolePage {
  readonly name = 'deprecations';
  readonly entry = 'deprecations.title';

  constructor(private readonly usage: DeprecationUsage) {}

  async show({ words }: Visit): Promise<PageContent> {
    const { running } = this.usage;
    const seen = await this.usage.snapshot();
    const section = deprecationsSection({
      report: deprecationReport(running, running, seen),
      days: seen.days,
      words,
    });
    const title = words.t('deprecations.title');
    return {
      title,
      content: html`<h1>${title}</h1>
        ${section}`,
    };
  }
}
