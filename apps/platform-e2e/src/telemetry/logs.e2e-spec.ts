import { eventually } from '@smart-city/testing';
import { Broker } from '../support/broker';

const HEADERS = [
  'Fiware-Service',
  'city',
  'Fiware-ServicePath',
  '/parks',
  'Fiware-Correlator',
  'my-correlator',
];

/** The lines of a broker, once the one about a request is there. */
async function linesOf(
  broker: Broker,
): Promise<{ readonly all: readonly string[]; readonly request: string }> {
  await broker.send('GET', '/v2/entities?type=Logged', { headers: HEADERS });
  const about = () =>
    broker.output.split('\n').find((line) => line.includes('Request received: GET /v2/entities?type=Logged'));
  const request = await eventually(async () => about());
  const all = broker.output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('context-broker listening'));
  return { all, request };
}

it('-logFormat json writes one object a line, with what is known of the request', async () => {
  const broker = await Broker.start(['-logFormat', 'json']);
  try {
    const { all, request } = await linesOf(broker);
    for (const line of all)
      expect(JSON.parse(line)).toMatchObject({
        time: expect.any(String) as unknown,
        level: expect.any(String) as unknown,
      });
    expect(JSON.parse(request)).toMatchObject({
      level: 'INFO',
      correlator: 'my-correlator',
      service: 'city',
      servicePath: '/parks',
      msg: expect.stringContaining('response code: 200') as unknown,
    });
  } finally {
    await broker.dispose();
  }
});

it('the default is the layout of Orion', async () => {
  const { all, request } = await linesOf(await Broker.shared());
  for (const line of all) expect(line).toMatch(/^time=\S+ \| lvl=\w+ \| corr=.* \| op=.* \| msg=/);
  expect(request).toContain('| corr=my-correlator |');
  expect(request).toContain('| srv=city | subsrv=/parks |');
});
