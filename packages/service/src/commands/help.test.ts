import { assert, describe, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { runHere } from "../../test/admin.ts"
import manifest from "../../package.json" with { type: "json" }
import { admin } from "./admin.ts"

/** The words of each command below this one, as they are typed. */
const pathsOf = ({ name, subcommands }: Command.Command.Any): ReadonlyArray<ReadonlyArray<string>> => {
  const below = subcommands.flatMap(({ commands }) => commands.flatMap(pathsOf))
  return [[name], ...below.map((path) => [name, ...path])]
}

describe("the help of the operator's commands", () => {
  it.effect("lists the values of each flag and argument that takes one of a few", () =>
    Effect.gen(function* () {
      const paths = pathsOf(admin)
      assert.isAbove(paths.length, 40)
      const choices = []
      for (const path of paths) {
        const { stdout } = yield* runHere([...path, "--help"])
        choices.push(...stdout.split("\n").filter((line) => / choice {2,}/.test(line)))
      }
      assert.isAtLeast(choices.length, 3)
      assert.deepStrictEqual(
        choices.filter((line) => !/\(choices: .+\)$/.test(line)),
        []
      )
    })
  )
})

describe("the version of the program", () => {
  it.effect("is that of its package", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* runHere(["--version"])
      assert.strictEqual(code, 0)
      assert.include(stdout, manifest.version)
    })
  )
})
