import { cpus } from 'node:os';

/** Whether the report goes to a program: `--json`. */
export const asJson = process.argv.includes('--json');

/** Prints what was measured, and the machine it was measured on, so that two commits can be compared. */
export const printJson = (measured: object): void =>
  console.log(
    JSON.stringify(
      { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, ...measured },
      undefined,
      2,
    ),
  );
