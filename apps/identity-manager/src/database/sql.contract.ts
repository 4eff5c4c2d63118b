import { InstanceSettingRow } from './entities/instance-setting.row';
import { foldedPart } from './folded-part';
import { names } from './names';
import type { Sql } from './sql';

/** What every database must do with hand-written SQL. The table `instance_settings` serves as a place to write. */
export function sqlContract(open: () => Sql): void {
  const insert = (name: string, content = 'x') => ({
    sql: 'INSERT INTO instance_settings (name, content) VALUES (?, ?)',
    values: [name, content],
  });
  const read = (name: string) =>
    open().first<{ content: string }>('SELECT content FROM instance_settings WHERE name = ?', name);
  let counter = 0;
  const fresh = () => `name-${process.pid}-${Date.now()}-${counter++}`;

  it('tells how many rows a statement matched', async () => {
    const name = fresh();
    expect(await open().run(insert(name))).toBe(1);
    const update = 'UPDATE instance_settings SET content = ? WHERE name = ?';
    expect(await open().run({ sql: update, values: ['x', name] })).toBe(1);
    const removal = 'DELETE FROM instance_settings WHERE name = ?';
    expect(await open().run({ sql: removal, values: ['no such name'] })).toBe(0);
  });

  it('finds text whatever its case and accents', async () => {
    const name = fresh();
    const texts = [
      'GARCÍA',
      'Nuñez',
      'ЖУКОВ',
      '100%',
      'under_score',
      'Ana',
      'Pe\u0301REZ',
      'ŁUKASZ',
      'Straße',
      'O’Neill',
    ];
    for (const [at, text] of texts.entries()) await open().atomically([insert(`${name}-${at}`, text)]);
    const found = async (part: string) => {
      const condition = `${open().folded('content')} LIKE ? ESCAPE '!'`;
      const rows = await open().all<{ content: string }>(
        `SELECT content FROM instance_settings WHERE name LIKE ? AND ${condition} ORDER BY name`,
        `${name}-%`,
        foldedPart(part),
      );
      return rows.map(({ content }) => content);
    };
    for (const part of ['garcia', 'García', 'ARCÍ', 'garci\u0301a'])
      expect([part, await found(part)]).toEqual([part, ['GARCÍA']]);
    expect(await found('NUN\u0303EZ')).toEqual(['Nuñez']);
    // Stored decomposed, as some systems write names.
    for (const part of ['perez', 'PÉREZ', 'e\u0301re'])
      expect([part, await found(part)]).toEqual([part, ['Pe\u0301REZ']]);
    expect(await found('жуков')).toEqual(['ЖУКОВ']);
    for (const part of ['lukasz', 'łuk', 'Luká'])
      expect([part, await found(part)]).toEqual([part, ['ŁUKASZ']]);
    for (const part of ['STRASSE', 'raße']) expect([part, await found(part)]).toEqual([part, ['Straße']]);
    for (const part of ["o'ne", 'O’N']) expect([part, await found(part)]).toEqual([part, ['O’Neill']]);
    for (const part of ['ANA', 'ána']) expect([part, await found(part)]).toEqual([part, ['Ana']]);
    expect(await found('%')).toEqual(['100%']);
    expect(await found('_')).toEqual(['under_score']);
    expect(await found('')).toEqual(texts);
  });

  it('finds rows by a text member of the JSON object in a column', async () => {
    const name = fresh();
    const texts = ['{"role":"r1","to":"owner"}', '{"role":"R1"}', '{"to":"r1"}', '{}', '{"role":"a\\"ñ"}'];
    for (const [at, text] of texts.entries()) await open().atomically([insert(`${name}-${at}`, text)]);
    const found = async (role: string) => {
      const { content } = names(InstanceSettingRow);
      const rows = await open().all<{ content: string }>(
        `SELECT content FROM instance_settings WHERE name LIKE ? AND ${open().memberOf(content, 'role')} IN (?)`,
        `${name}-%`,
        role,
      );
      return rows.map(({ content: text }) => text);
    };
    expect(await found('r1')).toEqual([texts[0]]);
    expect(await found('a"ñ')).toEqual([texts[4]]);
    expect(await found('owner')).toEqual([]);
  });

  it('writes all steps or none', async () => {
    const [first, second] = [fresh(), fresh()];
    expect(await open().atomically([insert(first), insert(second)])).toBe(true);
    const third = fresh();
    await expect(open().atomically([insert(third), insert(first)])).rejects.toHaveProperty('message');
    expect(await read(third)).toBeUndefined();
  });

  it('undoes everything when a step misses what it expects', async () => {
    const name = fresh();
    const claim = {
      sql: 'UPDATE instance_settings SET content = ? WHERE name = ?',
      values: ['y', 'no such name'],
      expect: 1,
    };
    expect(await open().atomically([insert(name), claim])).toBe(false);
    expect(await read(name)).toBeUndefined();
  });

  it('adds many users at once, each in place of one that is not there', async () => {
    const add = (id: string) =>
      open().atomically([
        { sql: 'DELETE FROM users WHERE email_lower = ? AND enabled = FALSE', values: [id] },
        {
          sql: "INSERT INTO users (id, username, email, email_lower, date_password, enabled, created_at) VALUES (?, 'u', ?, ?, 0, TRUE, 0)",
          values: [id, id, id],
        },
      ]);
    for (let round = 0; round < 5; round++) {
      const ids = Array.from({ length: 40 }, () => fresh());
      expect(new Set(await Promise.all(ids.map(add)))).toEqual(new Set([true]));
    }
  });

  it('lets exactly one of many claims win', async () => {
    const name = fresh();
    await open().atomically([insert(name, 'free')]);
    const claims = Array.from({ length: 16 }, (_, at) =>
      open().atomically([
        {
          sql: "UPDATE instance_settings SET content = ? WHERE name = ? AND content = 'free'",
          values: [`taken by ${at}`, name],
          expect: 1,
        },
        insert(`${name}-${at}`),
      ]),
    );
    const won = (await Promise.all(claims)).flatMap((result, at) => (result ? [at] : []));
    expect(won).toHaveLength(1);
    expect((await read(name))?.content).toBe(`taken by ${won[0]}`);
    const written = await open().all('SELECT name FROM instance_settings WHERE name LIKE ?', `${name}-%`);
    expect(written).toHaveLength(1);
  });

  it('keeps the other writes of the moment when one fails', async () => {
    const taken = fresh();
    await open().atomically([insert(taken)]);
    const names = [fresh(), taken, fresh()];
    const results = await Promise.allSettled(names.map((name) => open().run(insert(name))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await read(names[2] ?? '')).toBeDefined();
  });

  it('tells each of many claims of the moment what became of it, and undoes the one whose rows cannot be', async () => {
    const name = fresh();
    const claim = (at: number) => ({
      sql: "UPDATE instance_settings SET content = ? WHERE name = ? AND content = 'free'",
      values: ['taken', `${name}-claim-${at}`],
      expect: 1,
    });
    const used = [3, 4, 11];
    for (let at = 0; at < 24; at++)
      await open().atomically([insert(`${name}-claim-${at}`, used.includes(at) ? 'used' : 'free')]);
    await open().atomically([insert(`${name}-gives-7`)]);
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) =>
        open().atomically([claim(at), insert(`${name}-gives-${at}`, 'x')]),
      ),
    );
    const expected = results.map((_, at) => (at === 7 ? undefined : !used.includes(at)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : undefined))).toEqual(
      expected,
    );
    expect((await read(`${name}-claim-7`))?.content).toBe('free');
    for (const at of used) expect(await read(`${name}-gives-${at}`)).toBeUndefined();
    for (const at of [0, 8, 23]) {
      expect((await read(`${name}-claim-${at}`))?.content).toBe('taken');
      expect((await read(`${name}-gives-${at}`))?.content).toBe('x');
    }
  });

  it('writes hundreds of rows of the moment, each with its own values', async () => {
    const name = fresh();
    const counts = await Promise.all(
      Array.from({ length: 300 }, (_, at) => open().run(insert(`${name}-${at}`, `row ${at}`))),
    );
    expect(new Set(counts)).toEqual(new Set([1]));
    const rows = await open().all<{ name: string; content: string }>(
      'SELECT name, content FROM instance_settings WHERE name LIKE ?',
      `${name}-%`,
    );
    expect(new Map(rows.map((row) => [row.name, row.content]))).toEqual(
      new Map(Array.from({ length: 300 }, (_, at) => [`${name}-${at}`, `row ${at}`])),
    );
  });

  it('writes many rows in one transaction, or none', async () => {
    const name = fresh();
    const rows = Array.from({ length: 100 }, (_, at) => insert(`${name}-${at}`));
    await expect(open().atomically([...rows, insert(`${name}-50`)])).rejects.toHaveProperty('message');
    expect(await read(`${name}-99`)).toBeUndefined();
    expect(await open().atomically(rows)).toBe(true);
    expect(await read(`${name}-99`)).toBeDefined();
  });

  it('takes booleans, nulls and 64-bit numbers, and gives numbers back as numbers', async () => {
    const id = fresh();
    await open().run({
      sql: "INSERT INTO users (id, username, email, email_lower, date_password, enabled, created_at) VALUES (?, 'u', ?, ?, ?, ?, ?)",
      values: [id, id, id, 1_795_262_745_123, true, 0],
    });
    const row = await open().first<Record<string, unknown>>(
      'SELECT date_password, enabled, admin, extra FROM users WHERE id = ?',
      id,
    );
    expect(row?.['date_password']).toBe(1_795_262_745_123);
    expect([row?.['enabled'], row?.['admin']].map(Boolean)).toEqual([true, false]);
    expect(row?.['extra']).toBeNull();
  });
}
