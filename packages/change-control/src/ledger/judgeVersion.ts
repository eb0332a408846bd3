import type { Change } from "../Change.ts"
import { worst } from "../Change.ts"
import { objectOf } from "../json.ts"
import type { Problem } from "./Problem.ts"
import type { Documents } from "./releases.ts"
import { compareVersions, nextVersion, versionPattern } from "./version.ts"

/** Whether the documents' version says as much as changed since a release, and is none before it. */
export const judgeVersion = (
  released: string,
  working: Documents,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Problem> => {
  const needed =
    changes.length === 0 ? released : nextVersion(released, worst(changes.map((change) => change.class)))
  return Object.entries(working).flatMap(([name, { info }]): ReadonlyArray<Problem> => {
    const version = String(objectOf(info)["version"])
    if (versionPattern.test(version) && compareVersions(version, needed) >= 0) return []
    return [
      {
        rule: "version-not-raised",
        wrong: `${name} is at ${version}, and what changed since ${released} needs ${needed}.`,
        fix: `Set info.version to ${needed} or higher in every published document, and generate.`
      }
    ]
  })
}
