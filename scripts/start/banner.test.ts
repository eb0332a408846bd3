import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { banner as bannerOf } from "./banner.ts"
import { docsLine } from "./builds.ts"

const demo = {
  service_url: "http://localhost:4000",
  docs_url: "http://localhost:4000/docs/",
  partner: { id: "p", key: "partner_key" },
  products: [{ id: "w", name: "Wattle Payroll", key: "product_key", webhook_secret: "whsec_1" }],
  funds: [{ id: "f", name: "Banksia Super", url: "https://127.0.0.1:4010", auth: "api_key" }],
  sftp: "127.0.0.1:4022",
  simulators: { fund: "https://127.0.0.1:4010", partner: "http://127.0.0.1:4020" }
}

const banner = (seconds: number, dataDir: string, more: Partial<Parameters<typeof bannerOf>[1]> = {}) =>
  bannerOf(demo, {
    seconds,
    dataDir,
    docsAreBuilt: true,
    databaseElsewhere: undefined,
    ...more
  })

describe("the page that start prints", () => {
  it("fits into 80 columns", () => {
    const databaseElsewhere = "/var/lib/embedded-super-start/data-0123456789ab"
    const wide = banner(14.96, resolve(".data"), { docsAreBuilt: false, databaseElsewhere })
      .split("\n")
      .filter((line) => line.length > 80)
    expect(wide).toStrictEqual([])
  })

  it("names the payroll application first, then the Workbench", () => {
    const addresses = banner(5, resolve(".data")).match(/https?:\/\/\S+/g) ?? []
    expect(addresses.slice(0, 2)).toStrictEqual([demo.simulators.partner, demo.service_url])
  })

  it("says whether the docs are there or being built", () => {
    expect(banner(5, resolve(".data"))).toContain("/docs/   the docs, with the API references\n")
    expect(banner(5, resolve(".data"), { docsAreBuilt: false })).toContain(
      "/docs/   the docs: being built; see the line below\n"
    )
  })

  it("says where the database is if not in the data folder, and what removes it", () => {
    expect(banner(5, "/srv/demo", { databaseElsewhere: "/var/lib/embedded-super-start/data-1" })).toContain(
      "  The database is in /var/lib/embedded-super-start/data-1,\n" +
        "  because its user can't enter /srv/demo; start --clean --data-dir /srv/demo removes both.\n"
    )
    expect(banner(5, "/srv/demo")).not.toContain("The database")
  })

  it("names the folder from where it was started, in commands that work as they stand", () => {
    const page = banner(5, resolve(".data"))
    expect(page).toContain("  npx --yes pnpm@12.21.0 demo\n")
    expect(page).toContain(`KEY=$(node -p 'require("./.data/demo.json").products[0].key')\n`)
    expect(page).toContain("are in .data/demo.json.")
  })

  it("ends with what it waits for", () => {
    expect(banner(5, resolve(".data"))).toMatch(/\n {2}All of this runs until Ctrl-C stops it\.\n$/)
  })

  it("gives the demo a folder of one's own", () => {
    const page = banner(5, "/srv/demo")
    expect(page).toContain("  npx --yes pnpm@12.21.0 demo --data-dir /srv/demo\n")
    expect(page).toContain(`require("/srv/demo/demo.json")`)
  })

  it("shows no key and no secret", () => {
    expect(banner(5, "/srv/demo")).not.toMatch(/partner_key|product_key|whsec_/)
  })
})

const built = (code: number) => ({ ended: Promise.resolve({ code, signal: null }) })

it("a line says where the docs are once they are built, or that they can't be", async () => {
  const url = "http://localhost:4160/docs/"
  expect(await docsLine(built(0), url)).toBe(`docs     The docs are built: ${url}`)
  expect(await docsLine(built(1), url)).toMatch(/^docs {5}The docs can't be built; the rest keeps running\. /)
})
