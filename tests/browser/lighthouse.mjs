// Audits pages with Lighthouse: `node lighthouse.mjs FOLDER CHROMIUM ADDRESS LANGUAGE [ADDRESS LANGUAGE …]`, where FOLDER
// is that of node_modules. Prints a line of JSON a page: its scores by category, and what is wrong.
import { pathToFileURL } from "node:url";

const [folder, program, ...pages] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${folder}/node_modules/${path}`));
const { default: lighthouse } = await load("lighthouse/core/index.js");
const { launch } = await load("chrome-launcher/dist/index.js");
const chromium = await launch({ chromePath: program, chromeFlags: ["--headless=new", "--no-sandbox"] });

while (pages.length) {
  const [address, language] = pages.splice(0, 2);
  const { lhr } = await lighthouse(address, {
    port: chromium.port,
    logLevel: "error",
    onlyCategories: ["accessibility", "best-practices", "seo"],
    extraHeaders: { "Accept-Language": language },
    // Nothing here judges speed, so there is nothing to wait for once a page is there.
    disableFullPageScreenshot: true,
    pauseAfterFcpMs: 0,
    pauseAfterLoadMs: 0,
    networkQuietThresholdMs: 0,
    cpuQuietThresholdMs: 0,
  });
  const scores = {};
  const faults = [];
  for (const [name, category] of Object.entries(lhr.categories)) {
    scores[name] = category.score;
    for (const { id, weight } of category.auditRefs) {
      const { score, title, details } = lhr.audits[id];
      if (weight && score !== null && score < 1) faults.push(`${id}: ${title} ${JSON.stringify(details?.items ?? [])}`);
    }
  }
  console.log(JSON.stringify({ page: `${address} in ${language}`, scores, faults }));
}
await chromium.kill();
