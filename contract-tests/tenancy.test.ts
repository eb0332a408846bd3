import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { keyCases } from "./src/bad-input/callerCases.ts"
import { goodRequest, type Ids, targetOf } from "./src/bad-input/Case.ts"
import { badInputJudge, sender } from "./src/bad-input/judge.ts"
import { keysOf, type Surroundings } from "./src/bad-input/operationCases.ts"
import { contentsOf } from "./src/database/contents.ts"
import { productOf } from "./src/onboarding/product.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import { implemented, type Operation, readDocument } from "./src/openapi/operations.ts"
import type { SharedService } from "./src/programs/service.ts"
import { sharedSurroundings } from "./src/programs/shared.ts"
import { leaks, refusalFindings, wordsOf } from "./src/tenancy/answers.ts"
import { type Embed, embeds, endedToken, openMatch, tokensOf } from "./src/tenancy/embedTokens.ts"
import { bodiesNaming, idsIn, queriesNaming } from "./src/tenancy/namedIds.ts"

const partnerApi = readDocument("partner-api")
const embedApi = readDocument("embed-api")
const NOBODYS = "01a1fb82-8f40-7000-8000-00000000ffff"

/** Cursors from which a list shows all its items: after the newest id, or before the feed's first event. */
const CURSORS = ["ffffffff-ffff-7fff-bfff-ffffffffffff", "0"].map((place) =>
  Buffer.from(place).toString("base64url")
)

const guarded = (operations: ReadonlyArray<Operation>) =>
  operations
    .filter(({ security }) => security.length > 0)
    .map((operation) => [operation.id, operation] as const)

describe("no caller reaches another's data, and an attempt writes nothing", () => {
  let service: SharedService
  let surroundings: Surroundings
  let wire: ReturnType<typeof sender>
  let tokens: Readonly<Record<Embed, string>>
  let strangersToken: string
  let ended: string
  let matchId: string
  /** No request here may write, so the tables' contents stay the same from the first trial to the last. */
  let contents: Awaited<ReturnType<typeof contentsOf>>

  beforeAll(async () => {
    const shared = await sharedSurroundings()
    service = shared.service
    surroundings = shared.surroundings
    wire = sender(service.url)
    const productBy = (key: string) =>
      productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    const [stranger] = surroundings.strangers
    const mine = productBy(surroundings.keys.product)
    tokens = await tokensOf(mine, surroundings.mine)
    ended = await endedToken(mine, surroundings.mine)
    matchId = await openMatch(mine)
    strangersToken = (await tokensOf(productBy(stranger!.product), stranger!.ids))["employer-embed"]
    contents = await contentsOf(service.database)
  })

  afterAll(() => wire.stop())

  /** Asserts that the trials have no findings, and that the database is unchanged. */
  const tried = async (trials: () => Promise<ReadonlyArray<string>>) => {
    expect(await trials()).toEqual([])
    expect(await contentsOf(service.database)).toEqual(contents)
  }

  it("only these operations need no credentials", () => {
    const open = [...implemented(partnerApi), ...implemented(embedApi)].filter(
      ({ security }) => security.length === 0
    )
    const known = ["getLiveness", "getReadiness", "getWebhookKeys", "getJwks", "openEmbed"]
    expect(open.map(({ id }) => id).filter((id) => !known.includes(id))).toEqual([])
  })

  describe("of the partner API, with another product's key, another partner's, a deactivated one, the wrong kind, none or a malformed one:", () => {
    /** The keys of strangers of the kind that this operation accepts. */
    const strangersAt = (operation: Operation) =>
      surroundings.strangers.flatMap(({ ids, partner, product, whose }) => {
        const key = operation.security.includes("PartnerKey") ? partner : product
        return key === undefined ? [] : [{ whose, ids, key }]
      })

    it.each(guarded(implemented(partnerApi)))("%s", async (_, operation) => {
      const keys = keysOf(operation, surroundings)
      const target = targetOf(operation, surroundings.mine)
      const by = (key: string, at = target) => goodRequest(partnerApi, operation, at, { "x-api-key": key })
      const secret = idsIn(surroundings.mine)

      await tried(async () => {
        const judge = badInputJudge()
        const wrong: Array<string> = []
        for (const one of keyCases(operation, by(keys.good), keys)) {
          wrong.push(...judge(one, await wire.send(one.request)))
        }
        for (const { ids, key, whose } of strangersAt(operation)) {
          const label = `with the key of ${whose}`
          if (operation.path.includes("{")) {
            const foreign = await wire.send(by(key))
            const unknown = await wire.send(by(key, targetOf(operation, nobodys(surroundings.mine))))
            wrong.push(...refusalFindings(label, foreign, [404], operation.statuses))
            wrong.push(...leaks(label, { ...foreign, text: wordsOf(foreign) }, secret))
            if (wordsOf(foreign) !== wordsOf(unknown))
              wrong.push(`${label}: ${wordsOf(foreign)}, not ${wordsOf(unknown)}`)
          } else if (operation.method === "GET") {
            wrong.push(...leaks(label, await wire.send(by(key)), secret))
          }
          for (const [pointer, body] of bodiesNaming(partnerApi, operation, surroundings.mine, ids)) {
            const request = { ...by(key, targetOf(operation, ids)), body: JSON.stringify(body) }
            const answer = await wire.send(request)
            wrong.push(
              ...refusalFindings(`${label}, naming ${pointer}`, answer, [404, 409, 422], operation.statuses)
            )
            wrong.push(...leaks(`${label}, naming ${pointer}`, answer, secret))
          }
          for (const query of queriesNaming(operation, surroundings.mine)) {
            const answer = await wire.send(by(key, `${target}?${query}`))
            wrong.push(...leaks(`${label}, asking for ${query}`, answer, secret, query))
            if (answer.status === 200 && JSON.parse(answer.text).data.length > 0)
              wrong.push(`${label}, asking for ${query}: lists something`)
          }
        }
        return wrong
      })
    })
  })

  describe("a page of a list after any cursor holds the caller's own alone:", () => {
    const lists = guarded(implemented(partnerApi)).filter(
      ([, { method, parameters }]) => method === "GET" && parameters.some(({ name }) => name === "after")
    )

    it("for every operation of the partner API that answers with a page", () => {
      const paged = implemented(partnerApi).filter(({ answers }) =>
        answers.some((answer) => Object.hasOwn(Object(answer), "pagination"))
      )
      expect(lists.map(([id]) => id)).toEqual(paged.map(({ id }) => id))
      expect(lists.map(([id]) => id)).toContain("listEvents")
    })

    it.each(lists)("%s", async (_, operation) => {
      const page = async (key: string, ids: Ids, cursor: string) => {
        const target = `${targetOf(operation, ids)}?limit=100&after=${cursor}`
        return wire.send(goodRequest(partnerApi, operation, target, { "x-api-key": key }))
      }
      const { mine, strangers } = surroundings
      const own = idsIn(mine)
      await tried(async () => {
        const wrong: Array<string> = []
        // Read first, because events get their feed position when their product reads the feed.
        const seen = await Promise.all(
          CURSORS.map((cursor) => page(keysOf(operation, surroundings).good, mine, cursor))
        )
        if (!seen.some(({ text }) => own.some((id) => text.includes(id)))) wrong.push("shows nobody anything")
        for (const cursor of CURSORS) {
          for (const { ids, partner, product, whose } of strangers) {
            const key = operation.security.includes("PartnerKey") ? partner : product
            if (key === undefined) continue
            const answer = await page(key, ids, cursor)
            // The path of a sibling's list names the partner's own product.
            wrong.push(...leaks(`with the key of ${whose}`, answer, own, targetOf(operation, ids)))
          }
        }
        return wrong
      })
    })
  })

  describe("of the embed API, with no token, one that is none, an ended one, a product's key or another embed's token:", () => {
    it.each(guarded(implemented(embedApi)))("%s", async (_, operation) => {
      const { product } = surroundings.keys
      const target = operation.path.replaceAll(/\{\w+\}/g, NOBODYS)
      const by = (headers: Readonly<Record<string, string>>) =>
        goodRequest(embedApi, operation, target, headers)
      const bearer = (token: string) => by({ authorization: `Bearer ${token}` })
      const others = embeds.filter(
        (embed) => operation.tag !== embed && embeds.includes(operation.tag as Embed)
      )

      await tried(async () => {
        const wrong: Array<string> = []
        for (const [what, request] of [
          ["no token", by({})],
          ["an empty token", bearer("")],
          ["a malformed token", bearer("canary")],
          ["a token of the right form", bearer("A".repeat(43))],
          ["an ended token", bearer(ended)],
          ["a product key as the token", bearer(product)],
          ["a product key in its own header", by({ "x-api-key": product })],
          ["the token without its scheme", by({ authorization: tokens["employer-embed"] })]
        ] as const) {
          wrong.push(...refusalFindings(what, await wire.send(request), [401], operation.statuses))
        }
        for (const embed of others) {
          const answer = await wire.send(bearer(tokens[embed]))
          wrong.push(...refusalFindings(`a token of the ${embed}`, answer, [403], operation.statuses))
        }
        return wrong
      })
    })

    // The display of another session is tried in displays.http.test.ts, where a session has one.
    const elsewhere = ["recordShownChoices"]

    it.each(
      guarded(implemented(embedApi)).filter(([id, { path }]) => path.includes("{") && !elsewhere.includes(id))
    )("%s, with an id of another embed", async (_, operation) => {
      const headers = { authorization: `Bearer ${strangersToken}` }
      const view = await wire.send({
        method: "GET",
        target: "/embed-api/v1/employer",
        headers,
        body: undefined
      })
      const seen = { ...headers, "if-match": `"${JSON.parse(view.text).data.revision}"` }
      const by = (id: string) => {
        const target = operation.path.replace("{match_id}", id)
        if (target.includes("{")) throw new Error(`make a foreign id for ${operation.path}`)
        return goodRequest(embedApi, operation, target, seen)
      }
      await tried(async () => {
        const [foreign, nothing] = [await wire.send(by(matchId)), await wire.send(by(NOBODYS))]
        return [
          ...refusalFindings("another employer's match", foreign, [404], operation.statuses),
          ...(wordsOf(foreign) === wordsOf(nothing) ? [] : [`${wordsOf(foreign)}, not ${wordsOf(nothing)}`])
        ]
      })
    })

    it("what one embed shows, no other does", async () => {
      const { target, ...rest } = { target: "/embed-api/v1/employer", method: "GET", body: undefined }
      const seen = async (token: string) =>
        wire.send({ ...rest, target, headers: { authorization: `Bearer ${token}` } })
      const mine = await seen(tokens["employer-embed"])
      expect(JSON.parse(mine.text).data.id).toBe(surroundings.mine["employers"]!["id"])
      expect(leaks("a stranger's embed", await seen(strangersToken), idsIn(surroundings.mine))).toEqual([])
    })
  })
})

/** The same kinds of ids, of entities that don't exist. */
const nobodys = (ids: Surroundings["mine"]): Surroundings["mine"] =>
  Object.fromEntries(
    Object.entries(ids).map(([kind, one]) => [
      kind,
      Object.fromEntries(Object.keys(one).map((name) => [name, NOBODYS]))
    ])
  )
