// Builds the page into ../page. `node build.mjs --check` tells instead whether it is up to date.
import { build } from "esbuild";
import { readFile, writeFile, mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const bundle = await build({
  absWorkingDir: here("."),
  entryPoints: { "page": "src/main.ts" },
  outdir: "../page",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "eof",
  charset: "utf8",
  write: false,
});
const styles = await build({
  absWorkingDir: here("."),
  entryPoints: { "page": "src/page.css" },
  outdir: "../page",
  bundle: true,
  minify: true,
  write: false,
});
const files = new Map();
for (const output of [...bundle.outputFiles, ...styles.outputFiles]) {
  files.set(output.path.split("/").pop(), Buffer.from(output.contents));
}
for (const name of ["index.html", "icon.svg"]) {
  files.set(name, await readFile(here(`src/${name}`)));
}

if (process.argv.includes("--check")) {
  const stale = [];
  for (const [name, contents] of files) {
    const there = await readFile(here(`../page/${name}`)).catch(() => undefined);
    if (!there?.equals(contents)) stale.push(name);
  }
  if (stale.length > 0) {
    console.error(`page/${stale.join(", page/")}: not what web/ builds; \`npm run build\` there builds it`);
    process.exit(1);
  }
  console.log("the committed page is what its sources build");
} else {
  await mkdir(here("../page"), { recursive: true });
  for (const [name, contents] of files) {
    await writeFile(here(`../page/${name}`), contents);
    console.log(`${name} ${(contents.length / 1024).toFixed(0)} KiB`);
  }
}
