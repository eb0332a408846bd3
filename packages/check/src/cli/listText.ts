import type { CheckMode } from "@embedded-super/contracts/schemas"
import type { Kit } from "../check/Check.ts"
import type { Paint } from "../report/terminal/Paint.ts"

const idWidth = <World>({ groups }: Kit<World>): number =>
  Math.max(0, ...groups.flatMap(({ checks }) => checks.map(({ id }) => id.length)))

/** All checks of a kit, or of what `select` has left of it: a line for each, below the name of its group. */
export const listText = <World>(kit: Kit<World>, paint: Paint): string => {
  const width = idWidth(kit) + 2
  return kit.groups
    .map(({ checks, name, title }) =>
      [
        `${paint.bold(name)}  ${title}`,
        ...checks.map(
          ({ id, level, title: sentence }) => `  ${id.padEnd(width)}${level.padEnd(8)}${sentence}`
        )
      ].join("\n")
    )
    .join("\n\n")
}

/** The same for programs. */
export const listJson = <World>(kit: Kit<World>): string =>
  JSON.stringify(
    kit.groups.flatMap(({ checks, name }) =>
      checks.map(({ id, level, modes, requirement, title }) => ({
        id,
        group: name,
        level,
        requirement,
        title,
        modes: modes satisfies ReadonlyArray<CheckMode>
      }))
    ),
    undefined,
    2
  )
