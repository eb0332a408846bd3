import { Conflict } from "@embedded-super/contracts/problems"

/** A refusal that a partner reads: only the operator of the service links a product to funds. */
export const fundNotLinked = (fund: string, otherwise: string): Conflict =>
  new Conflict({
    code: "fund_not_linked",
    detail:
      `This product isn't linked to ${fund}. Ask the operator of the service to link it (admin fund link), ` +
      `or ${otherwise}.`
  })
