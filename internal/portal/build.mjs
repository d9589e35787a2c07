// Bundles what the pages borrow from others into static/vendor, which git ignores: base.js (htmx), editor.js (CodeMirror),
// fonts.css with its three fonts, and parts.json, the notices that the licences of the bundled parts ask for.
// `npm ci` runs it (prepare); with --ignore-scripts, `npm run build` does. The same lock gives the same bytes.
import { build } from 'esbuild'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const out = join(here, 'static', 'vendor')

// Licences that packages name in another way than SPDX does.
const spdx = { 'BSD-0-Clause': '0BSD' }

await rm(out, { recursive: true, force: true })
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['web/base.js', 'web/editor.js', 'web/fonts.css'],
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'safari16.4'],
  charset: 'utf8',
  legalComments: 'none', // the notices are in parts.json, whole
  loader: { '.woff2': 'file' },
  entryNames: '[name]',
  assetNames: '[name]-[hash]', // a font's address changes with its bytes, so it may be kept for ever
  metafile: true,
  logLevel: 'warning',
})
await writeFile(join(out, 'parts.json'), JSON.stringify(await parts(metafile), null, 1) + '\n')

// parts lists the packages that have bytes in the bundle: {name, version, licence, text, in}, where `in` names the files of
// static/vendor that carry them.
async function parts(meta) {
  const lock = JSON.parse(await readFile(join(here, 'package-lock.json'), 'utf8')).packages
  const carried = new Map()
  for (const [file, made] of Object.entries(meta.outputs))
    for (const [input, { bytesInOutput }] of Object.entries(made.inputs)) {
      const folder = input.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]
      if (!folder || !bytesInOutput) continue
      if (!carried.has(folder)) carried.set(folder, new Set())
      carried.get(folder).add(file.split('/').pop())
    }
  const listed = await Promise.all([...carried].map(async ([folder, files]) => {
    const { version, license } = lock[folder] ?? {}
    if (!version || !license) throw new Error(`${folder} is bundled, but package-lock.json names no version or licence for it`)
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return { name, version, licence: spdx[license] ?? license, text: await notice(folder), in: [...files].sort() }
  }))
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1))
}

// notice is the licence text that a package ships. A part without one may not be bundled: its licence could not be honoured.
async function notice(folder) {
  const name = (await readdir(join(here, folder))).find(f => /^licen[cs]e(\.(md|txt))?$/i.test(f))
  if (!name) throw new Error(`${folder} is bundled, but ships no licence text`)
  return (await readFile(join(here, folder, name), 'utf8')).replaceAll('\r\n', '\n').trim()
}
