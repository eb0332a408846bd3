import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import lines from "./commands.ts"

const { postinstall: _, ...scripts } = JSON.parse(readFileSync("package.json", "utf8")).scripts

/** What `pnpm help -a` of 12.21.0 lists, `start` and `test` apart, which run the script of their name. */
const OF_PNPM =
  `access add adduser approve approve-builds audit bin bugs c cache cat-file cat-index change ci clean clean-install
  completion config create dedupe deploy deprecate dislink dist-tag dist-tags dlx docs doctor edit env exec fetch find
  find-hash fund get help home i ic ignored-builds import info init install install-clean install-test issues it la lane
  licences licenses link list ll ln login logout ls m multi outdated owner owners pack pack-app patch patch-commit
  patch-remove peers permissions ping pipeline pkg prefix profile prune publish purge rb rebuild recursive remove repo
  restart rm root rt run run-script runtime s sbom se search self-update set set-script setup shim show ss stage star
  stars stop store t tasks team token tst un undeprecate uni uninstall unlink unpublish unstar up update upgrade v
  version view whoami why with xmas`.split(/\s+/)

it("has one line of help for each root script that people run, and none for another", () => {
  expect(Object.keys(lines).toSorted()).toEqual(Object.keys(scripts).toSorted())
})

it("names no script as a command of pnpm, which would run instead", () => {
  expect(Object.keys(scripts).filter((name) => OF_PNPM.includes(name))).toEqual([])
})

it("tells nobody to run a script that isn't there", () => {
  const told = execFileSync(
    "git",
    [
      "grep",
      "-ohE",
      String.raw`pnpm@12\.21\.0 (run )?[a-z][a-z:-]+`,
      "--",
      "*.md",
      "*.ts",
      "*.tsx",
      "*.yaml"
    ],
    { encoding: "utf8" }
  )
  const names = new Set(
    told
      .trim()
      .split("\n")
      .map((line) => line.split(" ").at(-1)!)
      .toSorted()
  )
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !(name in scripts))).toEqual(["exec", "install", "pack"])
})
