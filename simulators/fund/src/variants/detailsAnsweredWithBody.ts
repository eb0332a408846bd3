import type { OtherFund } from "../flaws/Flaw.ts"
import { answering, json } from "../flaws/exchanges.ts"

export const detailsAnsweredWithBody: OtherFund = {
  name: "details-answered-with-body",
  sentence: "The fund answers employer details with 200 and a reference.",
  play: () => ({
    exchange: answering("details", (reply) =>
      reply.status === 204 ? json(200, { reference: "CRM-1", stored: true }) : reply
    )
  })
}
