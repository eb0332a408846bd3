import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { admin } from "../../test/admin.ts"
import { aProduct } from "../../test/aProduct.ts"
import type { FundAnswer } from "../../test/funds/fundServer.ts"
import { lookupTime } from "../../test/funds/lookupTime.ts"
import { TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { passTime, StillTime } from "../../test/at.ts"
import { aLinkedFund, anEmbed, anEmployerEmbed } from "../../test/TestMatches.ts"
import { TestEvents } from "../../test/TestEvents.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { Employers } from "../employers/Employers.ts"
import { MatchLookups } from "./MatchLookups.ts"

const services = MatchLookups.layer.pipe(
  Layer.provideMerge(Employers.layer),
  Layer.provide(EmployerIssues.layer),
  Layer.provideMerge(TestEvents.layer),
  Layer.provideMerge(StillTime),
  Layer.provideMerge(TestFundCalls.layer),
  Layer.provideMerge(NodeFileSystem.layer)
)

const waited = (wait: Duration.Duration) => Effect.orDie(passTime(wait))

const found: FundAnswer = { status: 200, body: { employer_found: true } }

/** How many funds weren't asked at the first and at the second opening, and the operator's line about the fund. */
const rows = [
  { fund: "can't be reached", answer: undefined, notAsked: [1, 1], list: "the last call failed: " },
  { fund: "refuses the key", answer: 401, notAsked: [0, 1], list: "refused by the fund since " },
  { fund: "fails", answer: 503, notAsked: [0, 0], list: "the last call failed: The fund answered 503." },
  { fund: "breaks off", answer: "reset", notAsked: [0, 0], list: "the last call failed: " },
  { fund: "has no such path", answer: 404, notAsked: [0, 0], breach: "The fund answered 404." },
  { fund: "redirects", answer: 302, notAsked: [0, 0], breach: "302" }
] as const

layer(services, { excludeTestServices: true })("a lookup at a fund that", (it) => {
  for (const { answer, fund, notAsked, ...row } of rows) {
    it.effect(`${fund} says what was asked, and the operator reads why there was no match [R-1-17]`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { done } = yield* MatchLookups
        const embed = yield* anEmployerEmbed(yield* aProduct())
        let isWorking = false
        const { fund } = yield* aLinkedFund(embed, () => (isWorking ? found : (answer ?? 500)))
        const at = fund.profile.operations.employer_lookup
        const addressed = (url: string) => sql`UPDATE funds
          SET profile = jsonb_set(profile, '{operations,employer_lookup,url}', to_jsonb(${url}::text)) WHERE id = ${fund.id}`
        if (answer === undefined) yield* addressed("http://127.0.0.1:1/lookup")
        const opened = Effect.flatMap(anEmbed(embed.productId, embed.employerId), done).pipe(
          Effect.map(({ funds_not_asked }) => funds_not_asked),
          lookupTime(Effect.never, waited)
        )
        assert.deepStrictEqual([yield* opened, yield* opened], [...notAsked])
        const lines = Effect.map(
          admin("fund list"),
          ({ output }) => new RegExp(`^${fund.slug}  .*\n(  .*\n)*`, "m").exec(output)?.[0]
        )
        if ("list" in row) assert.include(yield* lines, row.list)
        else assert.include((yield* admin(`fund breaches --fund ${fund.slug}`)).output, row.breach)
        if (answer === 401) return
        isWorking = true
        if (at?.source === "live") yield* addressed(at.url)
        yield* passTime("2 hours")
        assert.strictEqual(yield* opened, 0)
        assert.notInclude(yield* lines, "the last call failed")
      })
    )
  }
})
