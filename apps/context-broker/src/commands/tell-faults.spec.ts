import { tellFaults } from './tell-faults';

it.each([
  ["'-prot' not recognized", "'-prot' not recognized: -port was meant?"],
  ["'-dburi' not recognized", "'-dburi' not recognized: -dbURI was meant?"],
  ["'--halp' not recognized", "'--halp' not recognized: --help was meant?"],
  ["'-nonsense' not recognized", "'-nonsense' not recognized; -h lists all parameters"],
  ['-port must be a whole number', '-port must be a whole number'],
])('%s', (fault, told) => expect(tellFaults([fault])).toBe(`context-broker cannot start: ${told}\n`));

it('tells the flag that is unknown last, not its value', () => {
  const faults = ["'-prot' not recognized", "'1027' not recognized"];
  expect(tellFaults(faults)).toBe("context-broker cannot start: '-prot' not recognized: -port was meant?\n");
});

it.each([
  [["'stray' not recognized", "'-prot' not recognized"]],
  [['-port must be a whole number', "'stray' not recognized"]],
  [["'-prot' not recognized", "'-fgg' not recognized"]],
])('tells all of %j', (faults) => {
  expect(tellFaults(faults).trimEnd().split('\n')).toHaveLength(2);
});
