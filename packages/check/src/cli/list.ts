import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Kit } from "../check/Check.ts"
import { colours, noColours, type Paint } from "../report/terminal/Paint.ts"
import { findNamed } from "../run/select.ts"
import type { CannotRun } from "./CannotRun.ts"
import { explainGroup, explainText } from "./explainText.ts"
import { listJson, listText } from "./listText.ts"
import { terminalOutput } from "./terminalOutput.ts"

/** The kit with these groups and checks alone, in its own order; with all of them if none is named. */
export const listed = <World>(
  kit: Kit<World>,
  names: ReadonlyArray<string>
): Effect.Effect<Kit<World>, CannotRun> =>
  Effect.map(
    Effect.forEach(names, (name) => findNamed(kit, name)),
    (named) => {
      if (named.length === 0) return kit
      const ids = new Set(
        named.flatMap(({ check, group }) =>
          (check === undefined ? group.checks : [check]).map(({ id }) => id)
        )
      )
      const groups = kit.groups.map((group) => ({
        ...group,
        checks: group.checks.filter(({ id }) => ids.has(id))
      }))
      return { ...kit, groups: groups.filter(({ checks }) => checks.length > 0) }
    }
  )

/** The text that `explain` prints: a check with all that the kit knows about it, or a group with its checks. */
export const explained = <World>(
  kit: Kit<World>,
  name: string,
  width: number,
  paint: Paint,
  docsUrl?: string
): Effect.Effect<string, CannotRun> =>
  Effect.map(findNamed(kit, name), ({ check, group }) =>
    check === undefined
      ? explainGroup(kit, group, width, paint, docsUrl)
      : explainText(kit, check, group, width, paint, docsUrl)
  )

/** `list [NAME…]`: every check of the kit, or of these groups. */
export const list = <World>(kit: Kit<World>) =>
  Effect.fnUntraced(function* ({
    json,
    names
  }: {
    readonly json: boolean
    readonly names: ReadonlyArray<string>
  }) {
    const { canColour, write } = yield* terminalOutput
    const part = yield* listed(kit, names)
    yield* write(`${json ? listJson(part) : listText(part, canColour ? colours : noColours)}\n`)
  })

/** `explain NAME`: one check, or one group. */
export const explain = <World>(kit: Kit<World>) =>
  Effect.fnUntraced(function* ({
    docsUrl,
    id
  }: {
    readonly docsUrl: Option.Option<string>
    readonly id: string
  }) {
    const { canColour, width, write } = yield* terminalOutput
    const paint = canColour ? colours : noColours
    const docs = Option.getOrUndefined(docsUrl)
    yield* write(`${yield* explained(kit, id, Math.min(width, 100), paint, docs)}\n`)
  })
