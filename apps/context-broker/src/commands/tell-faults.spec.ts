import { tellFaults } from './tell-faults';

it.each([
  ["'-prot' not recognized", "'-prot' not recognized: -port was meant?"],
  ["'-dburi' not recognized", "'-dburi' not recognized: -dbURI was meant?"],
  ["'--halp' not recognized", "'--halp' not recognized: --help was meant?"],
  ["'-nonsense' not recognized", "'-nonsense' not recognized; -h lists all parameters"],
  ['-port must be a whole number', '-port must be a whole number'],
])('%s', (fault, told) => expect(tellFaults([fault])).toBe(`context-broker cannot start: ${told}\n`));
