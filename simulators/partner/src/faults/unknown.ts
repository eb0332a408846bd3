/** Partners that don't accept what a newer service may send. */
import { isWebhookEvent } from "@embedded-super/partner-sdk"
import { ofGroup } from "./Fault.ts"
import { refusing } from "./plays/deliveries.ts"

const knownSubjects: ReadonlySet<string> = new Set([
  "employer",
  "employee",
  "onboarding_session",
  "onboarding_session_intent",
  "employer_issue"
])

export const unknown = ofGroup("unknown", [
  {
    name: "unknown-subject-400",
    sentence: "Refuses subjects that it doesn't know.",
    killedBy: ["UNKNOWN-9-1"],
    finding: "warn: A webhook with a subject that the receiver doesn't know is refused.",
    play: () => ({ exchange: refusing(400, ({ subject }) => !knownSubjects.has(subject)) })
  },
  {
    name: "unknown-event-500",
    sentence: "Fails at events that it doesn't know.",
    killedBy: ["UNKNOWN-9-2"],
    finding: "warn: A webhook with an event that the receiver doesn't know is refused.",
    play: () => ({
      exchange: refusing(500, (payload) => payload.subject === "employer" && !isWebhookEvent(payload))
    })
  },
  {
    name: "unknown-field-400",
    sentence: "Refuses payloads with a property that it doesn't know.",
    killedBy: ["UNKNOWN-9-3"],
    finding: "warn: A webhook with a field that the receiver doesn't know is refused.",
    play: () => ({ exchange: refusing(400, (payload) => Object.keys(payload).length > 8) })
  },
  {
    name: "newer-version-400",
    sentence: "Refuses payloads whose version isn't v1.",
    killedBy: ["UNKNOWN-9-4"],
    finding: "warn: A webhook with a newer version of the payload is refused.",
    play: () => ({ exchange: refusing(400, ({ version }) => version !== "v1") })
  },
  {
    name: "unknown-event-converts",
    sentence: "Takes every event of an intent for its completion.",
    killedBy: ["UNKNOWN-9-5"],
    finding: "warn: An unknown event of an intent makes the receiver create a session.",
    play: () => ({
      works: ({ event, subject }, works) =>
        works || (subject === "onboarding_session_intent" && event !== "onboarding_intent_completed")
    })
  },
  {
    name: "long-body-413",
    sentence: "Refuses a body of more than a kilobyte.",
    killedBy: ["UNKNOWN-9-6"],
    finding: "warn: A webhook with a long field that the receiver doesn't know is refused.",
    play: () => ({ exchange: refusing(413, (_, { body }) => body.length > 1024) })
  }
])
