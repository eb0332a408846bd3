/**
 * Why the service does the same with a fund that has a flaw as with one that hasn't: because its calls don't meet the
 * flaw, or because it has nothing to do about it. One sentence for each kind.
 */
import type { Flaw, Group } from "../../../simulators/fund/src/flaws/Flaw.ts"

/** Where no call of the service was answered in another way, by the group of the flaw. */
const unmet: { readonly [Name in Group]?: string } = {
  auth: "The service sends only the credentials that the fund gave it, so it never meets the fault.",
  tls: "The service connects over https only, with TLS 1.2 or 1.3, so it never meets the fault.",
  transport:
    "The service sends only whole bodies of JSON, by POST and in UTF-8, so it never meets the fault.",
  schema: "The service sends only what the specification and the profile allow, so it never meets the fault.",
  errors: "The service sends only what the specification and the profile allow, so it never meets the fault.",
  limits: "The service opens a connection of its own for each call, so it never meets the fault.",
  lookup: "The service sends only valid ABNs of eleven digits, so it never meets the fault.",
  time: "The employers that are looked up here are answered, so the service doesn't meet the fault.",
  register: "The service repeats a call only after its answer, so it never meets the fault.",
  details: "An employer's later details keep the moment of its confirmation, so they don't meet the fault.",
  privacy: "The service sends only what the specification and the profile allow, so it never meets the fault."
}

const otherValues = "The registration that is played here has no such value, so it doesn't meet the fault."

/** By the check that finds it, where a group has more than one kind. */
const unmetByCheck: Readonly<Record<string, string>> = {
  "DETAILS-4.2-9": "The employer that is played here has a short name, so it doesn't meet the fault.",
  "REGISTER-2.3-10": otherValues,
  "REGISTER-2.3-14": otherValues,
  "REGISTER-2.3-15": otherValues,
  "REGISTER-2.3-16": otherValues,
  "REGISTER-2.4-7": "One person is registered here at a time, so the service doesn't meet the fault.",
  "REGISTER-2.4-8": otherValues,
  "REGISTER-2.4-9": otherValues,
  "REGISTER-2.4-10": otherValues,
  "REGISTER-2.4-11": otherValues,
  "REGISTER-2.4-12": otherValues,
  "REGISTER-4.2-8": "After a refusal the service makes a new key, so it never meets the fault.",
  "DETAILS-4.2-3":
    "The service sends answers only to the questions of the fund's form, so it never meets the fault."
}

export const whyUnmet = ({ group, killedBy: [check] }: Flaw): string | undefined =>
  unmetByCheck[check] ?? unmet[group]

const notCompared =
  "The service doesn't compare what else a fund answers with what it sent: only the fund knows what it has stored."
const numbersSealed =
  "The service seals each member number with its session, and compares it with no other person's."
const errorsUnread =
  "Of an error the service reads only the status and the names of fields; it keeps and shows nothing else."
const onlyRepeat = "The first answer was lost, so the service knows only the number of the repeat."
const oneCall = "The service uses a key for one person only, and makes one call with it at a time."

/** Where it meets the flaw, by the check that finds it. */
const taken: Readonly<Record<string, string>> = {
  "AUTH-5-13":
    "The service takes a life that is written as a text, as OAuth servers do in life; others don't.",
  "AUTH-5-14":
    "The service assumes how long a token is good if the fund doesn't say so, and fetches a new one when it is refused.",
  "DETAILS-4.2-7": "Every 2xx means that the fund has taken the details, however it stores them.",
  "ERRORS-7-1": "The service takes each 4xx but 401, 403 and 429 as a refusal.",
  "ERRORS-7-6": errorsUnread,
  "ERRORS-7-7": errorsUnread,
  "ERRORS-7-2": "The service takes a moment that has passed as no wait.",
  "LOOKUP-2.5-2": "The service takes null as absent.",
  "LOOKUP-2.5-3": "The service takes null as absent.",
  "LOOKUP-2.5-4": "A refused lookup is no match, which is what the fund meant.",
  "LOOKUP-2.5-5": "A refused lookup is no match, which is what the fund meant.",
  "LOOKUP-2.5-6": "A refused lookup is no match, which is what the fund meant.",
  "LOOKUP-2.5-11": "No answer in time is no match, and here there is none.",
  "LOOKUP-2.5-13":
    "Only the fund knows its employers; the employer is asked before anything follows from a match.",
  "TIME-7-1": "A lookup that fails is no match, and here there is none.",
  "PRIVACY-2.3-1":
    "The service keeps nothing of an answer that holds the tax file number, and never keeps headers.",
  "PRIVACY-2.3-2": notCompared,
  "PRIVACY-7-1": errorsUnread,
  "PRIVACY-7-2": errorsUnread,
  "REGISTER-2.3-2": notCompared,
  "REGISTER-2.3-5": notCompared,
  "REGISTER-2.3-6": notCompared,
  "REGISTER-2.4-5": "The service trims each member number.",
  "REGISTER-2.4-6": numbersSealed,
  "REGISTER-2.4-7": numbersSealed,
  "REGISTER-2.4-8": numbersSealed,
  "REGISTER-2.4-9": numbersSealed,
  "REGISTER-2.4-10": numbersSealed,
  "REGISTER-2.4-11": numbersSealed,
  "REGISTER-2.4-12": numbersSealed,
  "REGISTER-4.2-1": onlyRepeat,
  "REGISTER-4.2-2": oneCall,
  "REGISTER-4.2-3": numbersSealed,
  "REGISTER-4.2-4": oneCall,
  "REGISTER-4.2-5": onlyRepeat,
  "REGISTER-4.2-7": numbersSealed,
  "TRANSPORT-4.2-4": "The service reads each answer as JSON, whatever its content type says.",
  "TRANSPORT-4.2-5": "The service reads JSON after a byte order mark, too.",
  "VERSION-9-1": "The service calls the addresses of the fund's profile as they are."
}

export const whyTaken = ({ killedBy: [check] }: Flaw): string | undefined => taken[check]
