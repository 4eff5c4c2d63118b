import { Counter, type Registry } from 'prom-client';
import type { DeadLetters } from './dead-letters';

const HELP = {
  kept: 'Notifications that were given up and kept',
  dropped: 'Dead letters that had to make room for later ones',
} as const;

/** Has `/metrics` show what happened to dead letters since the start. */
export function countLetters(registry: Registry, counts: DeadLetters['counts']): void {
  for (const [name, help] of Object.entries(HELP) as [keyof typeof HELP, string][])
    new Counter({
      name: `broker_dead_letters_${name}_total`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(counts[name]);
      },
    });
}
