import type { FundProfile } from "@embedded-super/contracts/schemas"

type Profile = typeof FundProfile.Encoded
type Product = Profile["products"][number]

/** Funds that don't exist, named after Australian plants: name, ABN with a valid checksum, and whether it takes members. */
const plants: ReadonlyArray<readonly [name: string, abn: string, isOpen: boolean]> = [
  ["Acacia", "67000001001", true],
  ["Boronia", "48000001002", true],
  ["Bottlebrush", "29000001003", true],
  ["Callistemon", "10000001004", true],
  ["Coolibah", "80000001005", true],
  ["Correa", "61000001006", true],
  ["Desert Pea", "42000001007", false],
  ["Eremophila", "23000001008", true],
  ["Flannel Flower", "93000001009", true],
  ["Hakea", "69000001010", true],
  ["Waxflower", "50000001011", true],
  ["Jarrah", "31000001012", true],
  ["Kangaroo Paw", "12000001013", true],
  ["Lilly Pilly", "82000001014", true],
  ["Mulga", "63000001015", true],
  ["Paperbark", "44000001016", false],
  ["Quandong", "25000001017", true],
  ["Saltbush", "95000001018", true],
  ["Spinifex", "76000001019", true],
  ["Wollemi", "52000001020", true]
]

const productOf = (abn: string, number: string, name: string, more: Partial<Product>): Product => ({
  usi: `${abn}${number}`,
  name,
  is_mysuper: false,
  is_open_to_new_members: true,
  performance_test: "not_assessed",
  contribution_restricted: false,
  ...more
})

/** Three products: a MySuper product, one to choose, and one that is closed. */
const productsOf = (name: string, abn: string, homepage: string, isOpen: boolean): Profile["products"] => [
  productOf(abn, "001", `${name} MySuper`, {
    is_mysuper: true,
    is_open_to_new_members: isOpen,
    performance_test: "passed",
    homepage_url: homepage,
    pds_url: `${homepage}/mysuper/pds.pdf`
  }),
  productOf(abn, "002", `${name} Choice`, {
    is_open_to_new_members: isOpen,
    pds_url: `${homepage}/choice/pds.pdf`
  }),
  productOf(abn, "003", `${name} Heritage`, { is_open_to_new_members: false })
]

/**
 * Sixty fund products for a sandbox's directory, so that an employer has something to search. No operation is named, so
 * these funds are never called: an employee's choice of one ends without a member number of the fund's.
 */
export const fictionalFunds: ReadonlyArray<Profile> = plants.map(([name, abn, isOpen]) => {
  const slug = `${name.toLowerCase().replaceAll(" ", "-")}-super`
  const homepage_url = `https://www.${slug}.example`
  return {
    profile_version: "v1",
    simulated: true,
    fund: { slug, name: `${name} Super`, abn, homepage_url },
    products: productsOf(name, abn, homepage_url, isOpen),
    operations: {},
    authentication: { flow: "api_key" },
    fields: {},
    tfn_exemptions_accepted: true
  }
})
