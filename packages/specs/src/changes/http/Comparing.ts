import { type Changes, type Finding, type Position, judge, type Difference } from "../Change.ts"
import type { DocumentName, Published, Reader } from "../documents.ts"
import { documents } from "../documents.ts"
import type { Place } from "../Place.ts"
import type { SchemaGraph } from "../schema/SchemaGraph.ts"

export const everyone: ReadonlyArray<Reader> = ["callers", "implementers"]
export const noReader: ReadonlyArray<Reader> = []

/** The context for comparing one operation: the operation's place, and where its findings go. */
export interface Comparing {
  readonly document: DocumentName
  readonly published: Published
  readonly graph: SchemaGraph
  readonly find: (
    kind: string,
    at: string,
    says: string,
    breaks: ReadonlyArray<Reader>,
    /** The new bound or value, if it isn't clear from the place. */
    to?: string
  ) => void
  /** Two schemas of values that are sent in this position. */
  readonly schemas: (position: Position, before: Place | undefined, after: Place | undefined) => void
  /** A difference that isn't one of schemas, but is judged as one. */
  readonly judge: (position: Position, difference: Difference) => void
}

export const comparing = (
  document: DocumentName,
  graph: SchemaGraph,
  changes: Changes,
  where: string
): Comparing => {
  const add = (finding: Finding | undefined) => changes.add(where, finding)
  return {
    document,
    published: documents[document],
    graph,
    find: (kind, at, says, breaks, to) => add({ kind, at, says, to, breaks }),
    schemas: (position, before, after) => {
      if (before === undefined || after === undefined) {
        const known = after ?? before
        if (known === undefined) return
        const difference: Difference =
          before === undefined
            ? { kind: "schema-added", at: known.at, says: "says what it holds", effects: ["narrower"] }
            : {
                kind: "schema-removed",
                at: known.at,
                says: "no longer says what it holds",
                effects: ["wider"]
              }
        return add(judge(document, position, difference))
      }
      for (const difference of graph.differences(before, after)) add(judge(document, position, difference))
    },
    judge: (position, difference) => add(judge(document, position, difference))
  }
}
