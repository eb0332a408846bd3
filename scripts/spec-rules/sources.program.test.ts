import { beforeAll, describe, expect, it } from "vitest"
import { cases } from "./brokenDocuments.ts"
import { brokenRules } from "./brokenRules.ts"
import { good } from "./goodDocument.ts"

/** The ruleset of a rule: ours for sources, ours for published documents, or other people's. */
const rulesetOf = (rule: string): string => {
  if (rule.startsWith("owasp")) return "specs/spectral-others.yaml"
  return rule === "text-without-controls" ? "specs/spectral-published.yaml" : "specs/spectral.yaml"
}

describe("the Spectral rules", () => {
  const found = new Map<string, Awaited<ReturnType<typeof brokenRules>>>()

  beforeAll(async () => {
    const broken = cases.map(([rule, , breakIt]) => {
      const document = structuredClone(good())
      breakIt(document)
      return [rulesetOf(rule), document] as const
    })
    const { paths } = good()
    const { "x-source": _, ...uncited } = paths["/v1/employers"].post
    const ofATag = { paths: { "/v1/employers": { post: uncited } } }
    for (const ruleset of new Set(broken.map(([name]) => name))) {
      const documents = Object.fromEntries(
        broken.flatMap(([name, document], index) => (name === ruleset ? [[index, document]] : []))
      )
      found.set(ruleset, await brokenRules(ruleset, { ...documents, good: good(), ofATag }))
    }
  })

  it("see the operations of a file that holds the paths of a tag", () => {
    expect(found.get("specs/spectral.yaml")!.get("ofATag")).toContain("operation-source")
  })

  it.each(["specs/spectral.yaml", "specs/spectral-others.yaml"])(
    "of %s say nothing of a document that keeps them",
    (ruleset) => {
      expect(found.get(ruleset)!.get("good")).toBeUndefined()
    }
  )

  it("say nothing of texts without control characters", () => {
    expect(found.get("specs/spectral-published.yaml")!.get("good")).not.toContain("text-without-controls")
  })

  it.each(cases.map(([rule, broken], index) => [rule, broken, index] as const))(
    "%s: %s",
    (rule, _, index) => {
      expect(found.get(rulesetOf(rule))!.get(String(index))).toContain(rule)
    }
  )
})
