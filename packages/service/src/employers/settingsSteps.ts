import type * as S from "@embedded-super/contracts/schemas"

type Line = Omit<S.EmbedEmployerStep, "step">

/** A summary is one line of 200 characters at most; two long names may exceed that. */
const short = (text: string) => Array.from(text).slice(0, 200).join("")

const defaultFund = (fund: S.EmbedDefaultFund | null): Line => {
  if (fund === null) {
    return { status: "warning", summary: "Choose the fund for employees who don't choose one." }
  }
  const { fund_name, name } = fund.fund_product
  return fund.is_still_suitable
    ? { status: "ok", summary: short(`${name} (${fund_name})`) }
    : {
        status: "warning",
        summary: "The default fund can no longer be used for new employees. Choose another."
      }
}

const CHECKED = {
  ok: "The connection has ended since the last check. Check it again.",
  not_found: "Access Manager has no entry for this service yet.",
  error: "The ATO didn't answer. Check the connection again later."
}

const atoConnection = (connection: S.EmbedAtoConnection): Line => {
  const { check_result, connected_by, is_available, status } = connection
  if (status === "connected") {
    return {
      status: "ok",
      summary: connected_by === "agent" ? "Connected by your agent." : "Connected by you."
    }
  }
  if (!is_available) return { status: "disabled", summary: "Not available yet." }
  if (status === "lapsed") {
    return {
      status: "warning",
      summary: "The connection no longer works. Correct it in Access Manager, then check it again."
    }
  }
  if (check_result !== undefined) return { status: "warning", summary: CHECKED[check_result] }
  return {
    status: "warning",
    summary:
      connected_by === undefined
        ? "Not connected. Existing funds of employees can't be found without a connection."
        : "Add this service in Access Manager, then check the connection."
  }
}

const automations = ({ stapling }: S.EmbedAutomations): Line => {
  if (stapling.enabled && !stapling.available) {
    return { status: "warning", summary: "Existing funds can't be looked up without the ATO connection." }
  }
  if (stapling.enabled) return { status: "ok", summary: "Existing funds are looked up for new employees." }
  return stapling.available
    ? { status: "warning", summary: "Nothing is automated yet." }
    : { status: "disabled", summary: "Connect the ATO first." }
}

/**
 * The three parts of the employer embed in their order, each with its icon and the one line of its header
 * (D-employer-embed).
 */
export const settingsSteps = (view: {
  readonly default_fund: S.EmbedDefaultFund | null
  readonly ato_connection: S.EmbedAtoConnection
  readonly automations: S.EmbedAutomations
}): ReadonlyArray<S.EmbedEmployerStep> => [
  { step: "default_fund", ...defaultFund(view.default_fund) },
  { step: "ato_connection", ...atoConnection(view.ato_connection) },
  { step: "automations", ...automations(view.automations) }
]
