/** `pnpm commands`: the scripts of this workspace, one line each. */
import { commandLine, noFlags } from "@embedded-super/program/commandLine"

const lines: Readonly<Record<string, string>> = {
  start:
    "run it all: service, embeds, database, fund simulator, payroll application, docs; prints what to open",
  demo: "walk the whole onboarding over HTTP against a running start, and print each step",
  scene:
    "run scenes, levers and calls in order, against a running start: scene scenes/failing-fund.arazzo.yaml",
  test: "the gate: check, and every test whose verdict needs no clock, with the requirement table",
  "test:long": "the evidence: the tests that take minutes or need other languages' tools",
  check: "types, generated contracts, spec rules, dependencies, lint, format, unused code",
  generate: "specs -> packages/contracts",
  map: "the imports -> MAP.md",
  bench: "measure speed, mostly as ratios in one run",
  chaos: "kill, cut off, flood and stop everything that runs; a table of what it survives (chaos --help)",
  embeds: "build the embeds and their loader into packages/embed/dist; start does it",
  "docs:build": "build the published docs into packages/docs/dist",
  "partner-check": "check a partner's receiver as the service calls it: init, run, list, self-test",
  "fund-check": "check a fund's endpoint as the service calls it: init, run, csv, list, self-test",
  "fund-sim": "run the fund simulator alone: --port 4010, --http, --data-dir",
  "partner-sim": "run the payroll application alone: --port 4020, or: listen --to URL",
  "spec:lint": "Redocly and Spectral over every spec",
  "spec:diff": "what changed since the last release, for callers and implementers; --draft begins its entry",
  "spec:publish": "make the release of the specs' version in specs/published",
  admin: "the operator's commands of the service (admin --help)",
  commands: "this list"
}

export default lines

if (import.meta.main) {
  commandLine("commands: the scripts of this workspace, one line each; every script has --help", noFlags)
  const width = Math.max(...Object.keys(lines).map((name) => name.length))
  for (const [name, line] of Object.entries(lines)) console.log(`${name.padEnd(width)}  ${line}`)
}
