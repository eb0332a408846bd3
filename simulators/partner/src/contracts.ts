import type { Contracts } from "@embedded-super/simulator-kit"

/** The contracts that calls are judged by, loaded when a call is first looked at. */
export const partnerContracts = async (): Promise<Contracts> => {
  const [{ PartnerApi }, { httpContract }, { webhooks }] = await Promise.all([
    import("@embedded-super/contracts/partner-api"),
    import("@embedded-super/pages/content/contracts/httpContract"),
    import("@embedded-super/pages/content/contracts/webhooks")
  ])
  return { incoming: webhooks, outgoing: httpContract(PartnerApi) }
}
