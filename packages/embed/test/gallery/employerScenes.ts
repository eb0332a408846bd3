import { example, type Schemas } from "./examples.ts"
import type { Answered, Scene } from "./gallery.ts"
import { changed, check, press, pressWrongly, scenesOf, shows, showsHeading, steps } from "./steps.ts"

type View = Schemas["EmbedEmployerAnswer"]
type Matches = Schemas["EmbedEmployerMatchesAnswer"]
type Answers = Scene["answers"]

const fresh = example<View>("getEmployerSettings", "new")
const chosen = example<View>("getEmployerSettings", "with_default_fund")
const match = example<Matches>("getEmployerMatches", "match")
const declined = example<Matches>("declineMatch", "none_left")
const noMatch = example<Matches>("getEmployerMatches", "no_match")
const connecting = example<View>("saveAtoConnection", "saved")
const connected = example<View>("checkAtoConnection", "connected")
const automated = example<View>("saveAutomations", "turned_on")
const details = example<Schemas["EmbedEmployerDetailsFormAnswer"]>("getEmployerDetailsForm", "empty")
const products = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_settings")

const [known] = match.data.matches
const CONFIRMS = `POST /employer/matches/${known!.id}/confirmation`

const base: Answers = {
  "POST /embed-sessions": example<object>("openEmbed", "employer", 201),
  "GET /employer": fresh,
  "GET /employer/matches": match,
  "GET /fund-products": products,
  "PATCH /employer/details/draft": example<object>("draftEmployerDetails", "saved")
}

const at = (view: Answered, more: Answers = {}): Answers => ({ ...base, "GET /employer": view, ...more })

const knownBy = (matches: Answered, more: Answers = {}): Answers => ({
  ...base,
  "GET /employer/matches": matches,
  ...more
})

const twoMatches = changed(match, ({ data }) => {
  data.matches.push({
    ...known!,
    id: "01a1fb67-1800-7000-8000-0000000000c2",
    fund_product: { ...known!.fund_product, fund_name: "Grevillea Super", name: "Grevillea MySuper" },
    message: "You already pay your team's super to Grevillea."
  })
})

const pending = changed(chosen, ({ data }) => {
  data.employer_details_pending = true
})

const withoutAto = changed(chosen, ({ data }) => {
  data.sandboxed = false
  data.ato_connection = {
    status: "not_connected",
    is_available: false,
    access_manager_url: data.ato_connection.access_manager_url
  }
})

const fundClosed = changed(chosen, ({ data }) => {
  data.default_fund!.is_still_suitable = false
  data.steps.find(({ step }) => step === "default_fund")!.status = "warning"
  data.onboarding_status = "error"
  data.is_committed = true
})

const lapsed = changed(connecting, ({ data }) => {
  data.ato_connection.status = "lapsed"
})

/** The funds to search; this for a query. */
const foundFor =
  (more: Partial<Schemas["EmbedFundProductsAnswer"]>): Answered =>
  (_, url) =>
    url.searchParams.has("query") ? { ...products, data: [], ...more } : products

const confirm = press(/^Yes, use/)
const connect = press(/^Connect/)

const scene = scenesOf("super_settings", "employer-")
const refused = (code: string): Answers => ({
  "POST /embed-sessions": example<object>("openEmbed", code, 401)
})

export const employerScenes: ReadonlyArray<Scene> = [
  scene("match", base),
  scene(
    "match-confirmed",
    // Until the partner has the webhook, the summary asks again.
    at(() => chosen, { [CONFIRMS]: chosen }),
    steps(confirm, (page) => page.getByText("Saved", { exact: true }).waitFor())
  ),
  scene(
    "match-details-loading",
    { ...base, "GET /employer/details": "never", [CONFIRMS]: pending },
    steps(confirm, shows("Getting the fund's questions"))
  ),
  scene("looking", knownBy("never"), shows("Checking if a fund")),
  scene(
    "match-terms-changed",
    {
      ...base,
      [CONFIRMS]: {
        status: 422,
        code: "validation_failed",
        errors: [{ in: "body", pointer: "#/accepted_terms_versions", code: "required", detail: "-" }]
      }
    },
    pressWrongly(/^Yes, use/)
  ),
  scene("matches", knownBy(twoMatches)),
  scene("matches-none-chosen", knownBy(twoMatches), pressWrongly("Use this fund")),
  scene("decline", base, press("Not us")),
  scene("decline-none-chosen", base, steps(press("Not us"), pressWrongly("Continue"))),
  scene("decline-all", knownBy(twoMatches), press("None of these")),
  scene("declined", knownBy(declined)),
  scene(
    "decline-undone",
    knownBy(declined, { [`DELETE /employer/matches/${known!.id}/decline`]: match }),
    steps(press("Undo Banksia Super"), (page) =>
      page.getByRole("button", { name: "Yes, use Banksia Super" }).waitFor()
    )
  ),
  scene("search", knownBy(noMatch)),
  scene("search-none-chosen", knownBy(noMatch), pressWrongly("Use this fund")),
  scene(
    "search-not-offered",
    knownBy(noMatch, {
      "GET /fund-products": foundFor({
        not_offered: [{ name: "Boronia Super, Boronia Choice", reason: "not_mysuper" }]
      })
    }),
    steps((page) => page.getByRole("searchbox").fill("boronia"), shows("isn't MySuper"))
  ),
  scene("search-kept", knownBy(noMatch, { "GET /fund-products": foundFor({}) }), async (page) => {
    const [first] = products.data
    await page.getByRole("radio").first().check()
    await page.getByRole("searchbox").fill("zzz")
    await page.getByText("No fund matches").waitFor()
    await page.getByRole("radio", { name: first!.fund_name, checked: true }).waitFor()
  }),
  scene("settings", at(chosen)),
  scene("settings-automated", at(automated)),
  scene("settings-without-ato", at(withoutAto)),
  scene("settings-fund-closed", at(fundClosed)),
  scene("details", at(pending, { "GET /employer/details": details }), (page) =>
    page.getByRole("textbox").first().waitFor()
  ),
  scene(
    "details-missing",
    at(pending, { "GET /employer/details": details }),
    steps((page) => page.getByRole("textbox").first().waitFor(), pressWrongly(/^Send to/))
  ),
  scene("ato-who", at(chosen), connect),
  scene(
    "ato-agent-missing",
    at(chosen),
    steps(connect, check("My tax or BAS agent"), pressWrongly("Continue"))
  ),
  scene("ato-connect", at(connecting), connect),
  scene("ato-lapsed", at(lapsed), connect),
  scene(
    "ato-connected",
    at(connecting, { "POST /employer/ato-connection/checks": connected }),
    steps(connect, press("Check connection"), showsHeading("Connected to the ATO"))
  ),
  scene("automations", at(connected), press(/^Choose automations/)),
  scene(
    "changed-elsewhere",
    // The opening has the view before the change; a poll after it gets the newest.
    at(() => chosen, { [CONFIRMS]: { status: 412, code: "view_changed", view: chosen.data } }),
    steps(confirm, shows("in another window"))
  ),
  ...["expired", "used", "invalid"].map((reason) =>
    scenesOf("super_settings")(`refused-${reason}`, refused(`embed_url_${reason}`))
  )
]
