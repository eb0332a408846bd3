/** Why the service notices nothing of a flaw that the kit finds: not visible to the service, only the kit sees it. */
import type { Flaw, Group } from "../../../../simulators/partner/src/flaws/Flaw.ts"

/** By the group of the flaw. */
const byGroup: Readonly<Record<Group, string>> = {
  signature:
    "The service signs every webhook rightly, for now and in one form. Only the kit sends forged and unusual ones.",
  rotation:
    "The service's signatures are all valid, and only some partners have v1a. Only the kit sends other headers.",
  answer:
    "The service is quick to answer, so the webhook is answered in time. Only the kit keeps a call back waiting.",
  unknown: "The service sends only the events and fields of today. Only the kit sends what will be added.",
  callback:
    "Each call is right by itself. Only the kit refuses calls, names other addresses, and looks at which comes first.",
  order:
    "The service sends the events of an entity in their order, and soon. Only the kit has them come late.",
  duplicate:
    "Answers arrived, so the calls weren't repeated. Only the kit loses answers, refuses calls, and sends at the same time.",
  privacy:
    "The service keeps the beginning of an answer, and doesn't read it. Only the kit looks for what it planted.",
  burst:
    "The service sends 30 webhooks at a time to one address, and slows down if it fails. Only the kit sends a thousand."
}

export const whyUnseen = ({ group }: Flaw): string => byGroup[group]
