/** The rules in CONTRIBUTING about the gate's tests, as far as a program can check them. */
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"
import config from "../../vitest.config.ts"
import longConfig from "../../vitest.long.config.ts"

interface Retrying {
  readonly retry?: unknown
  readonly name?: unknown
  readonly projects?: ReadonlyArray<unknown>
}

const settingsOf = (of: unknown): Retrying => (of as { readonly test: Retrying }).test

it("only the tests with programs have a second try", () => {
  const all = [config, longConfig].map(settingsOf)
  const projects = all.flatMap((one) => [one, ...(one.projects ?? []).map(settingsOf)])
  const retrying = projects.filter(({ retry }) => retry !== undefined)
  expect(retrying.map(({ name, retry }) => [name, retry])).toEqual([["programs", 1]])
})

it("no test of the gate, and no helper, has a time limit of its own: a busy machine would be over it", () => {
  const files = globSync("{packages,simulators,scripts,contract-tests,evidence}/**/*.ts", {
    exclude: (path) => /node_modules|\.long\.|[/\\](?:chaos|bench)[/\\]/.test(path)
  }).filter((path) => /\.test\.ts$|[/\\]test[/\\]|^contract-tests/.test(path))
  expect(files.length).toBeGreaterThan(300)
  const limit = /^\s*\}\)?, [\d_]{4,}\)|\{ timeout: [\d_]{3,} \}|setDefaultTimeout\(\d/m
  expect(files.filter((path) => limit.test(readFileSync(path, "utf8")))).toEqual([])
})
