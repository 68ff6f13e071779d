// What has to come through the wire.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { page } from './places.mjs';

test('all files of the page together have less than 3 MB, compressed by gzip -9', async context => {
  const sizes = { plain: 0, gzip: 0 };
  for (const name of await readdir(page)) {
    const contents = await readFile(join(page, name));
    sizes.plain += contents.length;
    sizes.gzip += gzipSync(contents, { level: 9 }).length;
  }
  context.diagnostic(JSON.stringify(sizes));
  assert.ok(sizes.plain > 1_000_000, 'the module is there');
  assert.ok(sizes.gzip < 3_000_000, `${sizes.gzip} bytes`);
});

test('the page names no address of another server', async () => {
  for (const name of (await readdir(page)).filter(name => /^(index|sw|page|worker)/.test(name))) {
    const text = await readFile(join(page, name), 'utf8');
    const others = [...text.matchAll(/https?:\/\/[^"'`\s)]+/g)].map(([address]) => address);
    // What CodeMirror says in its messages, and the name of SVG.
    assert.deepEqual(others.filter(address => !address.startsWith('http://www.w3.org/')), [], name);
  }
});
