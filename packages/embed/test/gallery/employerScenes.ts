import { example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"

type View = Schemas["EmbedEmployerAnswer"]
type Matches = Schemas["EmbedEmployerMatchesAnswer"]

const opened = example<object>("openEmbed", "employer", 201)
const fresh = example<View>("getEmployerSettings", "new")
const chosen = example<View>("getEmployerSettings", "with_default_fund")
const match = example<Matches>("getEmployerMatches", "match")
const noMatch = example<Matches>("getEmployerMatches", "no_match")
const products = example<Schemas["EmbedFundProductsAnswer"]>("searchFundProducts", "for_settings")

const base = {
  "POST /embed-sessions": opened,
  "GET /employer": fresh,
  "GET /employer/matches": match,
  "GET /fund-products": products
}

/** The matches, with a second fund. */
const twoMatches = (): Matches => {
  const [one] = match.data.matches
  const other = {
    ...one!,
    id: "01a1fb67-1800-7000-8000-0000000000c2",
    fund_product: { ...one!.fund_product, fund_name: "Grevillea Super", name: "Grevillea MySuper" }
  }
  return { ...match, data: { ...match.data, matches: [one!, other] } }
}

export const employerScenes: ReadonlyArray<Scene> = [
  { name: "employer-match", app: "super_settings", answers: base },
  {
    name: "employer-match-confirmed",
    app: "super_settings",
    answers: {
      ...base,
      [`POST /employer/matches/${match.data.matches[0]!.id}/confirmation`]: chosen
    },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Yes, use/ }).click()
      await page.getByText("Saved", { exact: true }).waitFor()
    }
  },
  {
    name: "employer-match-terms-changed",
    app: "super_settings",
    answers: {
      ...base,
      [`POST /employer/matches/${match.data.matches[0]!.id}/confirmation`]: {
        status: 422,
        code: "validation_failed",
        errors: [{ in: "body", pointer: "#/accepted_terms_versions", code: "required", detail: "-" }]
      }
    },
    steps: async (page) => {
      await page.getByRole("button", { name: /^Yes, use/ }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-matches",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": twoMatches() }
  },
  {
    name: "employer-matches-none-chosen",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": twoMatches() },
    steps: async (page) => {
      await page.getByRole("button", { name: "Use this fund" }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-decline",
    app: "super_settings",
    answers: base,
    steps: (page) => page.getByRole("button", { name: "Not us" }).click()
  },
  {
    name: "employer-search",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": noMatch }
  },
  {
    name: "employer-search-none-chosen",
    app: "super_settings",
    answers: { ...base, "GET /employer/matches": noMatch },
    steps: async (page) => {
      await page.getByRole("button", { name: "Use this fund" }).click()
      await page.getByRole("alert").waitFor()
    }
  },
  {
    name: "employer-settings",
    app: "super_settings",
    answers: { ...base, "GET /employer": chosen }
  },
  {
    name: "refused-expired",
    app: "super_settings",
    answers: { "POST /embed-sessions": { status: 401, code: "embed_url_expired" } }
  },
  {
    name: "refused-used",
    app: "super_settings",
    answers: { "POST /embed-sessions": { status: 401, code: "embed_url_used" } }
  }
]
