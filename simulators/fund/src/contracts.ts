import type { Contracts } from "@embedded-super/simulator-kit"

/** The contracts that calls are judged by, loaded when a call is first looked at. A fund makes no calls. */
export const fundContracts = async (): Promise<Contracts> => {
  const [{ FundApi }, { httpContract }] = await Promise.all([
    import("@embedded-super/contracts/fund-api"),
    import("@embedded-super/pages/content/contracts/httpContract")
  ])
  return { incoming: httpContract(FundApi) }
}
