/** Partners that rely on the order or the times of webhooks. */
import { ofGroup } from "./Fault.ts"
import { calling } from "./plays/calls.ts"
import { refusing } from "./plays/deliveries.ts"

const A_DAY = 86_400_000

export const order = ofGroup("order", [
  {
    name: "keyed-by-entity",
    sentence: "Takes a second webhook of an entity for a repeat.",
    killedBy: ["ORDER-3-1"],
    finding: "fail: A session isn't fetched again after onboarding_session_completed.",
    play: () => {
      const seen = new Set<string>()
      return {
        works: ({ id }, works) => {
          const isNew = !seen.has(id)
          seen.add(id)
          return works && isNew
        }
      }
    }
  },
  {
    name: "keyed-by-entity-and-event",
    sentence: "Takes a second webhook of one event of an entity for a repeat.",
    killedBy: ["ORDER-3-3"],
    finding: "fail: A second onboarding_session_changed of a session isn't followed by a fetch.",
    play: () => {
      const seen = new Set<string>()
      return {
        works: ({ event, id }, works) => {
          const isNew = !seen.has(`${event} ${id}`)
          seen.add(`${event} ${id}`)
          return works && isNew
        }
      }
    }
  },
  {
    name: "completion-needs-a-change",
    sentence: "Ignores the completion of a session whose progress it hasn't seen.",
    killedBy: ["ORDER-3-2"],
    finding: "fail: A completed session isn't fetched if no earlier webhook announced it.",
    play: () => {
      const begun = new Set<string>()
      return {
        works: ({ event, id }, works) => {
          if (event === "onboarding_session_changed") begun.add(id)
          return works && (event !== "onboarding_session_completed" || begun.has(id))
        }
      }
    }
  },
  {
    name: "polls-after-completion",
    sentence: "Polls a session after its last webhook.",
    killedBy: ["ORDER-3-4"],
    finding: "warn: A session is polled after its last webhook.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        const fetched = await fetchEntity(payload, options)
        if (payload.event !== "onboarding_session_completed") return fetched
        for (let times = 0; times < 10; times++) await fetchEntity(payload, options)
        return fetched
      }
    })
  },
  {
    name: "late-webhook-409",
    sentence: "Refuses webhooks of a session that it knows as completed.",
    killedBy: ["ORDER-3-5"],
    finding: "fail: An earlier webhook of a completed session is refused.",
    play: () => {
      const completed = new Set<string>()
      return {
        exchange: refusing(409, ({ event, id }) => {
          if (event === "onboarding_session_completed") completed.add(id)
          return event === "onboarding_session_changed" && completed.has(id)
        })
      }
    }
  },
  {
    name: "late-webhook-cancels",
    sentence: "Cancels a session that it knows as completed when another webhook comes.",
    killedBy: ["ORDER-3-6"],
    finding: "warn: An earlier webhook makes the receiver change a completed session.",
    play: () => {
      const completed = new Set<string>()
      return {
        entity: async (payload, options, fetchEntity) => {
          if (payload.event === "onboarding_session_completed") completed.add(payload.id)
          if (payload.event === "onboarding_session_changed" && completed.has(payload.id))
            await calling(payload, options, "DELETE", payload.url)
          return fetchEntity(payload, options)
        }
      }
    }
  },
  {
    name: "old-event-400",
    sentence: "Refuses webhooks that were generated more than a day ago.",
    killedBy: ["ORDER-3-7"],
    finding: "fail: A webhook is refused because it was generated days ago.",
    play: () => ({
      exchange: refusing(400, ({ inserted_at }) => Date.now() - Date.parse(inserted_at) > A_DAY)
    })
  },
  {
    name: "unknown-issue-500",
    sentence: "Fails at the resolution of an issue that it doesn't know.",
    killedBy: ["ORDER-3-8"],
    finding: "fail: The resolution of an issue that the receiver doesn't know is refused.",
    play: () => {
      const known = new Set<string>()
      return {
        exchange: refusing(500, ({ event, id }) => {
          if (event === "employer_issue_created") known.add(id)
          return event === "employer_issue_resolved" && !known.has(id)
        })
      }
    }
  },
  {
    name: "resolves-again",
    sentence: "Resolves an issue that was resolved automatically.",
    killedBy: ["ORDER-3-9"],
    finding: "warn: The receiver resolves an issue that was resolved automatically.",
    play: () => ({
      entity: async (payload, options, fetchEntity) => {
        if (payload.event === "employer_issue_resolved")
          await calling(payload, options, "PUT", `${payload.url}/resolve`)
        return fetchEntity(payload, options)
      }
    })
  },
  {
    name: "newest-of-all-entities",
    sentence: "Ignores a webhook that is older than the newest of any entity.",
    killedBy: ["ORDER-3-10"],
    finding: "fail: An entity isn't fetched because its webhook is older than one of another entity.",
    play: () => {
      let newest = ""
      return {
        works: ({ inserted_at }, works) => {
          const isNewer = inserted_at >= newest
          if (isNewer) newest = inserted_at
          return works && isNewer
        }
      }
    }
  },
  {
    name: "same-second-ignored",
    sentence: "Ignores a webhook whose inserted_at isn't later than that of the entity's last one.",
    killedBy: ["ORDER-3-11"],
    finding:
      "fail: A second change of an entity isn't followed by a fetch, because both have one inserted_at.",
    play: () => {
      const last = new Map<string, string>()
      return {
        works: ({ id, inserted_at }, works) => {
          const isLater = inserted_at > (last.get(id) ?? "")
          if (isLater) last.set(id, inserted_at)
          return works && isLater
        }
      }
    }
  },
  {
    name: "old-dropped",
    sentence: "Accepts a webhook that was generated more than a day ago, and drops it.",
    killedBy: ["ORDER-3-12"],
    finding: "fail: An entity isn't fetched because its webhook was generated days ago.",
    play: () => ({
      works: ({ inserted_at }, works) => works && Date.now() - Date.parse(inserted_at) < A_DAY
    })
  },
  {
    name: "polls-slowly",
    sentence: "Polls a session after its last webhook, a few times a second.",
    killedBy: ["ORDER-3-4"],
    finding: "warn: A session is polled after its last webhook.",
    play: () => ({
      entity: (payload, options, fetchEntity) => {
        if (payload.event === "onboarding_session_completed")
          for (const ms of [200, 400, 600, 800])
            setTimeout(() => void fetchEntity(payload, options).catch(() => undefined), ms).unref()
        return fetchEntity(payload, options)
      }
    })
  }
])
