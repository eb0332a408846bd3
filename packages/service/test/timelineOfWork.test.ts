/** Lookups, files and jobs in the time line. */
import { assert, layer } from "@effect/vitest"
import { EmployerIssueId } from "@embedded-super/contracts/schemas"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { EmployerMatches } from "../src/default-activate/EmployerMatches.ts"
import { SftpAccounts } from "../src/employer-lists/sftp/SftpAccounts.ts"
import { Jobs } from "../src/platform/jobs/Jobs.ts"
import { employerFile } from "../src/platform/timeline/things.ts"
import { Timeline } from "../src/platform/timeline/Timeline.ts"
import { TimelineReader } from "../src/platform/timeline/TimelineReader.ts"
import { aProduct } from "./aProduct.ts"
import { lookupTime } from "./funds/TestFundCalls.ts"
import { aListFund, TestLists } from "./funds/TestLists.ts"
import { abns, listOf } from "../../rules/test/lists.ts"
import { aClient, anSftpServer } from "./funds/TestSftp.ts"
import { aLinkedFund, anEmployerEmbed, TestMatches } from "./TestMatches.ts"
import { storyOf, TestTimeline } from "./TestTimeline.ts"
import { termsAccepted } from "./TestSettings.ts"

const services = Layer.mergeAll(TestMatches.layer, SftpAccounts.layer).pipe(
  Layer.provideMerge(TestLists.layer)
)

layer(TestTimeline.under(services), { excludeTestServices: true })("the time line has", (it) => {
  it.effect("a lookup: who was asked and how often, and who knows the employer", () =>
    Effect.gen(function* () {
      const embed = yield* anEmployerEmbed(yield* aProduct())
      const { fund, calls } = yield* aLinkedFund(embed, (nth) =>
        nth === 1 ? 503 : { status: 200, body: { employer_found: true } }
      )
      const { confirm, find } = yield* EmployerMatches
      const [match] = (yield* find(embed)).matches
      yield* confirm(embed, match?.id ?? assert.fail("no match"), termsAccepted)
      assert.deepStrictEqual(yield* storyOf({ id: embed.embedSessionId }), [
        "The linked fund was asked about the employer.",
        `· The embed offers “You already use ${fund.name}”.`
      ])
      const asked = yield* storyOf({ id: fund.slug })
      assert.deepInclude(
        asked.map((line) => line.replace(/in 0\.\d s/, "in 0.1 s")),
        `${fund.name} answered 503 to the employer lookup. The service tries again in 0.1 s (retry 1 of 3).`
      )
      assert.include(asked, `${fund.name} answered 200 to the employer lookup.`)
      assert.include(asked, `${fund.name} knows the employer, so it is a match.`)
      assert.include(asked, `${fund.name} accepts its credentials (version 1) for the first time.`)
      assert.strictEqual(new Set(calls.map(({ headers }) => headers["traceparent"])).size, 2)
      const employer = yield* storyOf({ id: embed.employerId })
      assert.include(employer, "A person in an embed confirmed that the fund is the employer's default.")
    })
  )

  it.effect("a fund that answers too late", () =>
    Effect.gen(function* () {
      const embed = yield* anEmployerEmbed(yield* aProduct())
      const { fund, next } = yield* aLinkedFund(embed, () => "hang")
      yield* (yield* EmployerMatches).find(embed).pipe(lookupTime(Effect.asVoid(next(1))))
      assert.deepStrictEqual(yield* storyOf({ id: embed.embedSessionId }), [
        "The linked fund was asked about the employer.",
        `· ${fund.name} didn't answer within 2.5 s, and the employer doesn't wait longer, so it counts as not knowing the employer.`
      ])
    })
  )

  it.effect("a file that a fund uploaded, below it what was found", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund()
      const client = yield* aClient(yield* anSftpServer, fund)
      yield* client.upload("/inbox/good.csv", listOf(abns(3)))
      yield* client.result("good.csv", "accepted")
      yield* client.upload("/inbox/broken.csv", "abn\n")
      yield* client.result("broken.csv", "refused")
      const story = (yield* storyOf({ id: fund.slug })).map((line) =>
        line.replace(/until \d+ \w+,/, "until a day,")
      )
      assert.include(story, `An operator set up an SFTP account for the fund (${fund.slug}).`)
      assert.deepStrictEqual(yield* storyOf({ id: fund.id }), [], "the fund has one id")
      assert.deepStrictEqual(story.slice(-4), [
        `${fund.name} supplied the file good.csv.`,
        `· The list of ${fund.name} (good.csv) was checked: 3 rows without mistakes. It is in force, with 3 employers. It is used until a day, or until the next one.`,
        `${fund.name} supplied the file broken.csv.`,
        `· The list of ${fund.name} (broken.csv) was checked: 0 rows with 1 mistake or warning. It is refused: The file has no employers. An empty list is never accepted; call your contact if you mean it. The list before it stays in force.`
      ])
    })
  )

  it.effect("a file that a lever had uploaded, below the lever", () =>
    Effect.gen(function* () {
      const fund = yield* aListFund()
      const client = yield* aClient(yield* anSftpServer, fund)
      yield* client.upload("/inbox/good.csv", listOf(abns(3)))
      yield* client.result("good.csv", "accepted")
      yield* (yield* TimelineReader).lastSeq
      // A lever is noted when it is done, after its consequences.
      const timeline = yield* Timeline
      yield* timeline.note({
        kind: "lever_pulled",
        detail: {
          lever: "sendEmployerList",
          target: fund.slug,
          name: fund.name,
          body: '{"list":"good"}',
          problem: null
        },
        about: [{ kind: "fund", id: fund.slug }],
        makes: [employerFile(fund.slug, "good.csv")]
      })
      const story = yield* storyOf({ id: fund.slug })
      assert.deepStrictEqual(
        story.slice(-3).map((line) => line.replace(/ was checked.*/, " was checked.")),
        [
          `The Workbench had ${fund.name} upload its list of employers.`,
          `· ${fund.name} supplied the file good.csv.`,
          `· · The list of ${fund.name} (good.csv) was checked.`
        ]
      )
    })
  )

  it.effect("a job that fails, and what it had noted is forgotten", () =>
    Effect.gen(function* () {
      const timeline = yield* Timeline
      const id = "01980000-0000-7000-8000-000000000001"
      const queue = yield* (yield* Jobs).queue({
        name: "remedies of a test",
        schema: Schema.Struct({ issue_id: EmployerIssueId })
      })
      const again = yield* Deferred.make<void>()
      let runs = 0
      const about = [{ kind: "employer_issue", id }]
      const resolve = Effect.suspend(() => {
        runs += 1
        if (runs > 1) return Effect.asVoid(Deferred.succeed(again, undefined))
        const note = timeline.note({ kind: "issue_opened", detail: { issue: "never" }, about })
        return Effect.andThen(note, Effect.fail({ _tag: "TooSoon" }))
      })
      const worker = yield* Effect.forkChild(queue.work(() => resolve, { concurrency: 1 }))
      yield* queue.offer({ issue_id: Schema.decodeSync(EmployerIssueId)(id) })
      yield* Deferred.await(again)
      yield* Fiber.interrupt(worker)
      assert.deepStrictEqual(yield* storyOf({ id }), [
        "A job of remedies of a test failed: TooSoon. It is run again by itself, after at most 5 minutes."
      ])
    })
  )
})
