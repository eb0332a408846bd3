/** Partners that don't fetch the entity of a webhook, or fetch it wrongly. */
import { EntityNotFetched } from "@embedded-super/partner-sdk"
import { ofGroup } from "./Fault.ts"
import { converting, isConversion } from "./plays/calls.ts"

export const callback = ofGroup("callback", [
  {
    name: "never-fetches",
    sentence: "Believes the event, and fetches nothing.",
    killedBy: ["CALLBACK-4.1-1"],
    finding: "fail: The employer isn't fetched after employer_settings_changed.",
    play: () => ({ works: () => false })
  },
  {
    name: "no-key",
    sentence: "Calls back without a key.",
    killedBy: ["CALLBACK-4.1-1"],
    finding: "fail: The receiver calls back without the header X-API-Key.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, { ...options, fetch: (url) => options.fetch(url, { redirect: "error" }) })
    })
  },
  {
    name: "key-as-bearer",
    sentence: "Sends the key as a bearer token.",
    killedBy: ["CALLBACK-4.1-1"],
    finding: "fail: The receiver calls back without the header X-API-Key.",
    play: () => ({
      entity: (payload, options, fetchEntity) => {
        const authorization = `Bearer ${options.keys[payload.product_id] ?? ""}`
        return fetchEntity(payload, {
          ...options,
          fetch: (url) => options.fetch(url, { headers: { authorization } })
        })
      }
    })
  },
  {
    name: "one-key-for-all",
    sentence: "Calls back with the first product's key, whatever the product.",
    killedBy: ["CALLBACK-4.1-6"],
    finding: "fail: An entity of one product is fetched with the other product's key.",
    play: () => ({
      entity: (payload, options, fetchEntity) => {
        const [first = ""] = Object.values(options.keys)
        const keys = Object.fromEntries(Object.keys(options.keys).map((product) => [product, first]))
        return fetchEntity(payload, { ...options, keys })
      }
    })
  },
  {
    name: "key-in-address",
    sentence: "Sends the key in the query, too.",
    killedBy: ["CALLBACK-4.1-10"],
    finding: "fail: The key is sent in the address of a call.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, {
          ...options,
          fetch: (url, init) =>
            options.fetch(`${String(url)}?api_key=${options.keys[payload.product_id] ?? ""}`, init)
        })
    })
  },
  {
    name: "own-path",
    sentence: "Builds the address of a session itself, with a mistake.",
    killedBy: ["CALLBACK-4.1-2"],
    finding: "fail: The session isn't fetched after onboarding_session_changed.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(
          { ...payload, url: payload.url.replace("/onboarding-session/", "/onboarding_sessions/") },
          options
        )
    })
  },
  {
    name: "fetches-by-post",
    sentence: "Fetches with POST.",
    killedBy: ["CALLBACK-4.1-1"],
    finding: "fail: The employer isn't fetched after employer_settings_changed.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, {
          ...options,
          fetch: (url, init) => options.fetch(url, { ...init, method: "POST" })
        })
    })
  },
  {
    name: "url-followed",
    sentence: "Calls the url of a webhook with the key, wherever it leads.",
    killedBy: ["CALLBACK-4.1-9"],
    finding: "fail: The key is sent to another host, because the url of a webhook names it.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, { ...options, baseUrl: new URL(payload.url).origin })
    })
  },
  {
    name: "employees-ignored",
    sentence: "Does nothing about employee_changed, and misses late member numbers.",
    killedBy: ["CALLBACK-4.1-5"],
    finding: "fail: The employee isn't fetched after employee_changed.",
    play: () => ({ works: ({ subject }, works) => works && subject !== "employee" })
  },
  {
    name: "issues-ignored",
    sentence: "Does nothing about issues, though they are enabled.",
    killedBy: ["CALLBACK-4.1-4"],
    finding: "fail: The issue isn't fetched after employer_issue_created.",
    play: () => ({ works: ({ subject }, works) => works && subject !== "employer_issue" })
  },
  {
    name: "second-product-ignored",
    sentence: "Works for its first product alone.",
    killedBy: ["CALLBACK-4.1-6"],
    finding: "fail: An entity of the second product isn't fetched after employer_settings_changed.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        const [first] = Object.keys(options.keys)
        if (payload.product_id !== first)
          throw new EntityNotFetched("unknown_product", "Not of this product.")
        return fetchEntity(payload, options)
      }
    })
  },
  {
    name: "intent-not-converted",
    sentence: "Fetches a complete intent, and leaves it at that.",
    killedBy: ["CALLBACK-4.1-7"],
    finding: "fail: No session is created from a complete intent.",
    play: () => ({
      call: async (request, send) =>
        isConversion(request) ? Response.json({}, { status: 503 }) : send(request)
    })
  },
  {
    name: "conversion-refused",
    sentence: "Sends a field that the service doesn't know when it creates a session.",
    killedBy: ["CALLBACK-4.1-7"],
    finding: "fail: The call that creates the session of an intent is refused.",
    play: () => ({
      call: (request, send) =>
        send(
          isConversion(request)
            ? new Request(request, { method: "POST", body: '{"source":"payroll"}' })
            : request
        )
    })
  },
  {
    name: "intent-unread",
    sentence: "Creates the session of an intent before it fetches the intent.",
    killedBy: ["CALLBACK-4.1-8"],
    finding: "fail: A session is created from an intent that wasn't fetched before.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        if (payload.event === "onboarding_intent_completed")
          await converting(payload, options, `session-of-${payload.id}`)
        return fetchEntity(payload, options)
      }
    })
  },
  {
    name: "hammers-on-429",
    sentence: "Calls again at once after 429.",
    killedBy: ["CALLBACK-4.1-11"],
    finding: "warn: A call back that is answered 429 is made again before the time of Retry-After.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, {
          ...options,
          fetch: async (url, init) => {
            const first = await options.fetch(url, init)
            return first.status === 429 ? options.fetch(url, init) : first
          }
        })
    })
  },
  {
    name: "gives-up-on-429",
    sentence: "Drops the work if the service answers 429.",
    killedBy: ["CALLBACK-4.1-11"],
    finding: "warn: A call back that is answered 429 isn't made again.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, options).catch((error: unknown) => {
          if (error instanceof EntityNotFetched && error.status === 429)
            throw new EntityNotFetched("refused", "Too many requests.")
          throw error
        })
    })
  },
  {
    name: "hammers-on-404",
    sentence: "Calls again at once after 404.",
    killedBy: ["CALLBACK-4.1-12"],
    finding: "warn: A call back that is answered 404 is made again and again.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        for (let attempt = 1; attempt < 100; attempt++) {
          try {
            return await fetchEntity(payload, options)
          } catch (error) {
            if (!(error instanceof EntityNotFetched) || error.status !== 404) throw error
          }
        }
        return fetchEntity(payload, options)
      }
    })
  },
  {
    name: "url-compared-by-beginning",
    sentence: "Calls every url that begins with the letters of the service's.",
    killedBy: ["CALLBACK-4.1-13"],
    finding: "fail: The key is sent to another host, because the url of a webhook begins like the service's.",
    play: () => {
      /** The payroll's records take no address with a user name: what was written, by what is called. */
      const written = new Map<string, string>()
      return {
        verify: async (delivery, verify) => {
          const verified = await verify(delivery)
          const { origin, pathname, username } = new URL(verified.payload.url)
          if (username === "") return verified
          const url = `${origin}${pathname}`
          written.set(url, verified.payload.url)
          return { ...verified, payload: { ...verified.payload, url } } as typeof verified
        },
        entity: (payload, options, fetchEntity) => {
          const isBegunAlike = written.get(payload.url)?.startsWith(options.baseUrl) ?? false
          return fetchEntity(
            payload,
            isBegunAlike ? { ...options, baseUrl: new URL(payload.url).origin } : options
          )
        }
      }
    }
  },
  {
    name: "keys-mixed-up",
    sentence: "Calls with the key of the webhook that came last.",
    killedBy: ["CALLBACK-4.1-14"],
    finding: "fail: Of webhooks of two products at once, some are fetched with the other product's key.",
    play: () => {
      let last = ""
      return {
        verify: async (delivery, verify) => {
          const verified = await verify(delivery)
          last = verified.payload.product_id
          return verified
        },
        entity: (payload, options, fetchEntity) => {
          const key = options.keys[last] ?? ""
          return fetchEntity(payload, { ...options, keys: { [payload.product_id]: key } })
        }
      }
    }
  },
  {
    name: "posts-as-form",
    sentence: "Creates sessions without a body, and with the Content-Type of a form.",
    killedBy: ["CALLBACK-4.1-7"],
    finding: "fail: The call that creates the session of an intent is refused because of its Content-Type.",
    play: () => ({
      call: (request, send) => {
        if (!isConversion(request)) return send(request)
        const headers = new Headers(request.headers)
        headers.set("Content-Type", "application/x-www-form-urlencoded")
        return send(new Request(request, { headers }))
      }
    })
  },
  {
    name: "storm-on-503",
    sentence: "Calls again at once after 503, five times.",
    killedBy: ["CALLBACK-4.1-15"],
    finding:
      "warn: A call back that is answered 503 is made again many times before the time of Retry-After.",
    play: () => ({
      entity: (payload, options, fetchEntity) =>
        fetchEntity(payload, {
          ...options,
          fetch: async (url, init) => {
            let answer = await options.fetch(url, init)
            for (let times = 0; times < 5 && answer.status === 503; times++)
              answer = await options.fetch(url, init)
            return answer
          }
        })
    })
  }
])
