import type { Call, Exchange, Reply } from "../../../simulators/kit/src/index.ts"
import type { Hooks, OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { CROWD, LOST } from "./cast.ts"

export interface Observed {
  readonly fund: OtherFund
  /** Has the fund read its own USIs where the service sends those by which it knows the fund's products. */
  readonly knownAs: (usis: ReadonlyMap<string, string>) => void
  /** Whether the deviation has changed anything in a call, or in a file of the fund. */
  readonly meets: () => boolean
}

/** JSON by its content: a body that was only written again hasn't changed. */
const contentOf = (body: string | Buffer): string => {
  const text = body.toString("utf8")
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

const seenOf = ({ body, headers, method, url }: Call): string =>
  JSON.stringify([method, url, headers, contentOf(body)])

const repliedOf = ({ body, headers, status }: Reply): string =>
  JSON.stringify([status, headers, contentOf(body)])

/** Has the connection of the first answer to each of these calls dropped, after the fund has done its work. */
const losingFirst = (isLost: (call: Call) => boolean): ((exchange: Exchange) => Exchange) => {
  const lost = new Set<string>()
  return (exchange) => async (call, serve) => {
    const key = String(call.headers["idempotency-key"])
    const isFirst = isLost(call) && !lost.has(key)
    const answer = await exchange(call, serve)
    if (!isFirst) return answer
    lost.add(key)
    return (response) => void response.destroy()
  }
}

/** Keeps the registrations of the crowd with the fund until all have arrived, so that they are there at the same time. */
const gathering = (): ((exchange: Exchange) => Exchange) => {
  let arrived = 0
  let open = (): void => {}
  const all = new Promise<void>((resolve) => (open = resolve))
  return (exchange) => (call, serve) => {
    if (!call.body.includes(`+${CROWD.mark}`)) return exchange(call, serve)
    arrived += 1
    if (arrived === CROWD.size) open()
    return exchange(call, async (passed) => {
      await all
      return serve(passed)
    })
  }
}

/** The call with the fund's own USI in its body. */
const withOwnUsi = (call: Call, usis: ReadonlyMap<string, string>): Call => {
  const text = call.body.toString()
  const [sent, own] = [...usis].find(([usi]) => text.includes(usi)) ?? []
  return sent === undefined || own === undefined
    ? call
    : { ...call, body: Buffer.from(text.replaceAll(sent, own)) }
}

const plainly: Exchange = (call, serve) => serve(call)

/** Notes whether an exchange does anything else than the plain fund. */
const noting =
  (exchange: Exchange, note: () => void): Exchange =>
  async (call, serve) => {
    const before = seenOf(call)
    const served: Array<readonly [call: string, reply: Promise<Reply>]> = []
    const answer = await exchange(call, (passed) => {
      const reply = serve(passed)
      served.push([seenOf(passed), reply])
      return reply
    })
    const [only, ...more] = served
    const isPlain =
      typeof answer !== "function" &&
      only !== undefined &&
      more.length === 0 &&
      only[0] === before &&
      repliedOf(await only[1]) === repliedOf(answer)
    if (!isPlain) note()
    return answer
  }

export interface Circumstances {
  /** Whether the first answer to employer details gets lost. */
  readonly losesDetails?: boolean
}

/** The same fund, observed; with what a network does besides, which every fund has to stand. */
export const observed = (other: OtherFund, { losesDetails = false }: Circumstances = {}): Observed => {
  let changed = false
  const note = () => void (changed = true)
  const losing = losingFirst(
    ({ body, url }) =>
      (url.endsWith("member_registration") && body.includes(`+${LOST}@`)) ||
      (losesDetails && url.endsWith("employer_details"))
  )
  let usis: ReadonlyMap<string, string> = new Map()

  const play = (): Hooks => {
    const { exchange = plainly, list, security, ...rest } = other.play()
    const seen = noting(exchange, note)
    const gathered = gathering()(seen)
    return {
      ...rest,
      exchange: losing((call, serve) => gathered(withOwnUsi(call, usis), serve)),
      ...(security === undefined
        ? {}
        : {
            security: (request, check) => {
              // A token is good for one check, so the plain fund's verdict is taken where the flaw asks for it. The
              // service's credentials are right: where the flaw doesn't ask, the plain fund would accept them.
              let plain: ReturnType<typeof check> = undefined
              const verdict = security(request, (asked) => (plain = check(asked)))
              void Promise.all([verdict, plain]).then(([own, agreed]) => own !== agreed && note())
              return verdict
            }
          }),
      ...(list === undefined
        ? {}
        : {
            list: (file) => {
              const changedFile = list(file)
              if (JSON.stringify(changedFile) !== JSON.stringify(file)) note()
              return changedFile
            }
          })
    }
  }
  return {
    fund: { ...other, play },
    knownAs: (known) => void (usis = known),
    meets: () => changed
  }
}
