import * as Result from "effect/Result"
import type { StoredFund } from "../FundsRepo.ts"
import type { FundOperation } from "./FundOperation.ts"

/** The addresses where funds may be called: https; in development also plain http, for simulators. */
export const fundAddresses = (dev: boolean) => {
  /** Returns an address of the fund, if it may be called. */
  const reachable = ({ simulated }: StoredFund, address: string) => {
    const url = URL.parse(address)
    if (url === null) return Result.fail("The fund's address can't be read.")
    return url.protocol === "https:" || (dev && simulated)
      ? Result.succeed(url)
      : Result.fail("The fund's address is plain http, which is only for simulators in development (--dev).")
  }

  /** Returns the address of an operation. */
  const target = (
    fund: StoredFund,
    operation: Pick<FundOperation<never, unknown>, "name" | "url">
  ): Result.Result<{ readonly address: string; readonly url: URL }, string> => {
    const address = operation.url(fund.profile)
    return address === undefined
      ? Result.fail(`The fund's profile doesn't offer ${operation.name}.`)
      : Result.map(reachable(fund, address), (url) => ({ address, url }))
  }

  return { reachable, target }
}
