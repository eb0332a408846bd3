import { beforeAll, describe, expect, it } from "vitest"
import { cases } from "./brokenDocuments.ts"
import { brokenRules } from "./brokenRules.ts"
import { good } from "./goodDocument.ts"

describe("the Spectral rules", () => {
  let ours: Awaited<ReturnType<typeof brokenRules>>
  let others: Awaited<ReturnType<typeof brokenRules>>

  beforeAll(async () => {
    const broken = cases.map(([, , breakIt]) => {
      const document = structuredClone(good())
      breakIt(document)
      return document
    })
    const { paths } = good()
    const { "x-source": _, ...uncited } = paths["/v1/kettles"].post
    const ofATag = { paths: { "/v1/kettles": { post: uncited } } }
    ours = await brokenRules("specs/spectral.yaml", { ...broken, good: good(), ofATag })
    others = await brokenRules("specs/spectral-others.yaml", { ...broken, good: good() })
  })

  it("see the operations of a file that holds the paths of a tag", () => {
    expect(ours.get("ofATag")).toContain("operation-source")
  })

  it("say nothing of a document that keeps them", () => {
    expect([ours.get("good"), others.get("good")]).toEqual([undefined, undefined])
  })

  it.each(cases.map(([rule, broken], index) => [rule, broken, index] as const))(
    "%s: %s",
    (rule, _, index) => {
      expect((rule.startsWith("owasp") ? others : ours).get(String(index))).toContain(rule)
    }
  )
})
