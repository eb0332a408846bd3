/**
 * Correct funds that differ from the plain simulator as far as the description allows. No check may fail or warn on one:
 * they are how the tests know that the kit finds no mistake in a correct fund.
 */
import type { OtherFund } from "./faults/Fault.ts"
import {
  answering,
  answeringOperations,
  isGood,
  json,
  jsonIn,
  numberIn,
  numbering,
  on,
  onOperations,
  problem,
  reading,
  withAnswer,
  withDetails,
  withNumber
} from "./faults/plays/exchanges.ts"
import { fieldNames, withOptionalTfn } from "./faults/plays/registrations.ts"
import { claimsIn } from "./faults/plays/callers.ts"

const ofMember = {
  tier: 3,
  insured: false,
  products: [{ name: "MySuper" }],
  adviser: { office: "Hobart" },
  note: null
}

/** A second's limit, so that a run of the checks meets it and doesn't wait for long. */
const MOST_A_SECOND = 100

/** The address of the service in its tests. */
const ISSUER = "https://api.example.test"

export const variants: ReadonlyArray<OtherFund> = [
  {
    name: "created-for-everyone",
    sentence: "The fund answers 201 for an existing member too.",
    play: () => ({
      exchange: answering("registration", (reply) => (isGood(reply) ? { ...reply, status: 201 } : reply))
    })
  },
  {
    name: "ok-for-everyone",
    sentence: "The fund answers 200 for a new member too.",
    play: () => ({
      exchange: answering("registration", (reply) => (isGood(reply) ? { ...reply, status: 200 } : reply))
    })
  },
  {
    name: "forbidden-for-unauthenticated",
    sentence: "The fund answers 403 where others answer 401.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        reply.status === 401 ? problem(403, "forbidden", "Not permitted") : reply
      )
    })
  },
  {
    name: "additional-data",
    sentence: "The fund answers much more than is asked for.",
    play: () => ({
      exchange: answeringOperations((reply) => {
        const body = jsonIn(reply)
        if (isGood(reply) && "member_details" in body)
          return withAnswer(reply, {
            ...withDetails(body, ofMember),
            links: { self: "/members/1" },
            warnings: []
          })
        return body["employer_found"] === true
          ? withAnswer(reply, { ...body, since: "2019", office: { state: "TAS" } })
          : reply
      })
    })
  },
  {
    name: "closing-connections",
    sentence: "The fund closes the connection after each answer.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        return { ...reply, headers: { ...reply.headers, Connection: "close" } }
      }
    })
  },
  {
    name: "answers-in-pieces",
    sentence: "The fund sends its answers in pieces, without their length.",
    play: () => ({
      exchange: async (call, serve) => {
        const { body, headers, status } = await serve(call)
        const { "content-length": _, ...others } = headers
        return (response) => {
          response.writeHead(status, others as Record<string, string>)
          const bytes = Buffer.from(body)
          const half = Math.floor(bytes.length / 2)
          if (half > 0) response.write(bytes.subarray(0, half))
          setImmediate(() => response.end(bytes.subarray(half)))
        }
      }
    })
  },
  {
    name: "header-names-in-capitals",
    sentence: "The fund writes the names of its headers in capitals, and names the charset.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        const headers = Object.entries(reply.headers).map(([name, value]) => [
          name.toUpperCase(),
          value === "application/json" ? "Application/JSON;charset=UTF-8" : value
        ])
        return { ...reply, headers: Object.fromEntries(headers) as typeof reply.headers }
      }
    })
  },
  {
    name: "member-numbers-with-letters",
    sentence: "The fund has member numbers of letters, hyphens, slashes and full stops.",
    play: () => ({ exchange: numbering((number) => `Mem-${number.slice(0, 4)}/x.${number.slice(4)}`) })
  },
  {
    name: "member-numbers-with-zeros",
    sentence: "The fund has short member numbers that begin with zeros.",
    play: () => ({ exchange: numbering((number) => `000${number.slice(-4)}`) })
  },
  {
    name: "longest-member-numbers",
    sentence: "The fund has member numbers of sixty-four characters.",
    play: () => ({ exchange: numbering((number) => number.padStart(64, "A")) })
  },
  {
    name: "spaced-member-numbers",
    sentence: "The fund writes member numbers in groups, with spaces between them.",
    play: () => ({ exchange: numbering((number) => `${number.slice(0, 4)} ${number.slice(4)}`) })
  },
  {
    name: "minimal-answers",
    sentence: "The fund answers nothing but what it must.",
    play: () => ({
      exchange: async (call, serve) => {
        const reply = await serve(call)
        const wait = reply.headers["retry-after"]
        const headers = wait === undefined ? {} : { "retry-after": wait }
        if (!isGood(reply)) return { status: reply.status, headers, body: "" }
        const { employer_details: _, ...body } = jsonIn(reply)
        if (reply.body.length === 0) return { ...reply, headers }
        return "member_details" in body
          ? json(reply.status, { member_details: { member_number: numberIn(reply) } })
          : json(reply.status, body)
      }
    })
  },
  {
    name: "unhurried",
    sentence: "The fund answers late, within the limits.",
    play: () => ({
      exchange: onOperations(async (call, serve) => {
        await new Promise((passed) => setTimeout(passed, 60))
        return serve(call)
      })
    })
  },
  {
    name: "errors-as-plain-json",
    sentence: "The fund explains errors in JSON of its own, one at a time.",
    play: () => ({
      exchange: answeringOperations((reply) => {
        const wait = reply.headers["retry-after"]
        return reply.status < 400
          ? reply
          : json(
              reply.status,
              { error: { message: "The request is refused.", status: reply.status } },
              wait === undefined ? {} : { "Retry-After": wait }
            )
      })
    })
  },
  {
    name: "errors-as-text",
    sentence: "The fund explains errors in plain text.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        reply.status < 400
          ? reply
          : { ...reply, headers: { ...reply.headers, "content-type": "text/plain" }, body: "Refused." }
      )
    })
  },
  {
    name: "unknown-fields-ignored",
    sentence: "The fund ignores fields that it does not know.",
    play: () => ({
      exchange: reading("registration", (body) =>
        Object.fromEntries(Object.entries(body).filter(([name]) => fieldNames.has(name)))
      )
    })
  },
  {
    name: "details-answered-with-body",
    sentence: "The fund answers employer details with 200 and a reference.",
    play: () => ({
      exchange: answering("details", (reply) =>
        reply.status === 204 ? json(200, { reference: "CRM-1", stored: true }) : reply
      )
    })
  },
  {
    name: "indented-json",
    sentence: "The fund writes its JSON over several lines.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        reply.body.length === 0 ? reply : { ...reply, body: `${JSON.stringify(jsonIn(reply), null, 2)}\n` }
      )
    })
  },
  {
    name: "retry-after-as-date",
    sentence: "The fund says in Retry-After at what time it may be called again.",
    play: () => ({
      exchange: answeringOperations((reply) =>
        reply.status === 429
          ? {
              ...reply,
              headers: { ...reply.headers, "retry-after": new Date(Date.now() + 2000).toUTCString() }
            }
          : reply
      )
    })
  },
  {
    name: "keys-ignored",
    sentence: "The fund ignores the Idempotency-Key, as its profile says.",
    options: { idempotency: "ignored" },
    play: () => ({})
  },
  // Serves the first call too: a call that is refused has no repeat.
  {
    name: "number-at-the-repeat",
    sentence: "The fund has a new member's number ready for the repeat, and answers 503 before that.",
    play: () => {
      const awaited = new Set<string>()
      return {
        exchange: on("registration", async (call, serve) => {
          const { email, family_name, tfn, tfn_exemption_type } = jsonIn(call)
          const person = JSON.stringify([email, family_name, tfn, tfn_exemption_type])
          const reply = await serve(call)
          if (!isGood(reply) || awaited.has(person)) return reply
          awaited.add(person)
          return problem(503, "service_unavailable", "The member number isn't ready yet", {
            "retry-after": "1"
          })
        })
      }
    }
  },
  {
    name: "persons-by-name",
    sentence:
      "The fund recognises a person by name and date of birth, and doesn't look at the tax file number.",
    play: () => {
      const numbers = new Map<string, string>()
      return {
        exchange: answering("registration", (reply, call) => {
          if (!isGood(reply)) return reply
          const { date_of_birth, family_name, first_name } = jsonIn(call)
          const person = JSON.stringify([first_name, family_name, date_of_birth]).toLowerCase()
          const known = numbers.get(person)
          numbers.set(person, known ?? numberIn(reply))
          return known === undefined ? reply : withNumber({ ...reply, status: 200 }, known)
        })
      }
    }
  },
  {
    name: "limited-rate",
    sentence:
      "The fund answers 429 to more than a hundred calls in a second, and its profile names no such limit.",
    play: () => {
      let second = 0
      let calls = 0
      return {
        exchange: onOperations((call, serve) => {
          const now = Math.floor(Date.now() / 1000)
          calls = now === second ? calls + 1 : 1
          second = now
          return calls > MOST_A_SECOND
            ? problem(429, "rate_limited", "Too many calls", { "retry-after": "1" })
            : serve(call)
        })
      }
    }
  },
  {
    name: "callers-by-token",
    sentence: "The fund recognises its caller by a JWT.",
    options: { fund: "waratah" },
    play: () => ({})
  },
  {
    name: "issuer-checked",
    sentence: "The fund's profile names the issuer of tokens, and the fund accepts no other.",
    options: { fund: "waratah" },
    play: () => ({
      profile: (profile) => ({ ...profile, check: { ...profile.check, issuer: ISSUER } }),
      security: async (request, check) =>
        claimsIn(request).iss === ISSUER ? check(request) : "The token's iss is another service."
    })
  },
  {
    name: "callers-by-access-token",
    sentence: "The fund recognises its caller by an access token of its own.",
    options: { fund: "kurrajong" },
    play: () => ({})
  },
  {
    name: "callers-by-certificate",
    sentence: "The fund recognises its caller by a certificate.",
    options: { fund: "grevillea" },
    play: () => ({})
  },
  {
    name: "fewer-fields",
    sentence: "The fund takes fewer fields and no TFN exemption, and exchanges files.",
    options: { fund: "telopea", lookup: "plain_list" },
    play: () => ({})
  },
  {
    name: "tfn-optional",
    sentence: "The fund takes a tax file number, and requires none.",
    play: () => withOptionalTfn()
  }
]
