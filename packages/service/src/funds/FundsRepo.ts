import { FundProfile } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { newId } from "../platform/ids/newId.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { fold, searchText } from "./fundWords.ts"

/** The operator named a fund that isn't loaded. */
const noSuchFund = (slug: string) =>
  new OperatorError({
    problem: `There is no fund with the slug ${slug}.`,
    remedy: "See `admin fund list`, or load its profile with `admin fund load`."
  })

/** A stored fund with its newest profile. */
export interface StoredFund {
  readonly id: S.FundId
  readonly slug: S.Slug
  readonly name: S.OrganisationName
  readonly simulated: boolean
  readonly profile: FundProfile
  /** Incremented by each load that changes the profile. */
  readonly version: number
}

/** One line of the operator's list of funds. */
export interface FundSummary {
  readonly slug: string
  readonly name: string
  readonly simulated: boolean
  readonly version: number
  /** Products that aren't withdrawn. */
  readonly products: number
  /** Partners' products with an enabled link. */
  readonly links: number
  /** The version of the newest credentials; null if there are none. */
  readonly credentials_version: number | null
  /** When the fund refused them; null if it hasn't. */
  readonly credentials_refused_at: Date | null
  /** When the fund's hold ends, and its reason. */
  readonly held_until: string | null
  readonly held_because: string | null
  /** The operator's words for a hold of theirs. */
  readonly hold_reason: string | null
  /** The operator who holds it. */
  readonly held_by: string | null
  /** The error of the last call that failed; null once the fund has let a call in. */
  readonly found: string | null
  /** The last whole check: when, in which mode, its verdict, and the profile's version then; null if there is none. */
  readonly checked_at: Date | null
  readonly check_mode: S.CheckMode | null
  readonly check_verdict: S.CheckRunVerdict | null
  readonly check_profile_version: number | null
  /** Calls that proceed without an operator. */
  readonly waiting: number
  /** Calls that need an operator. */
  readonly stopped: number
}

/** A product of another fund. */
export interface OtherProduct {
  readonly usi: S.Usi
  /** The slug of its fund. */
  readonly slug: S.Slug
  /** Whether the profile of that fund no longer names it. */
  readonly is_given_up: boolean
}

/** The current time of a fund (its business time), as SQL. */
export const businessNow = ({ simulated }: Pick<StoredFund, "simulated">): string =>
  `business_now(${simulated})`

/**
 * When the hold of the fund `f` with the gate `g` ends, as text: a fund may ask for a year beyond the range of `Date`.
 * Null if it isn't held.
 */
export const HELD_UNTIL = `CASE WHEN g.held_until > business_now(f.simulated)
  THEN to_char(g.held_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') END`

/** A fund as it is read, its profile not decoded yet. */
export type FundRow = Omit<StoredFund, "profile"> & { readonly profile: unknown }

type Row = FundRow

const encode = Schema.encodeSync(FundProfile)
const decode = Schema.decodeUnknownEffect(FundProfile)

/** The part of a profile that is stored openly: everything except the test data, which may hold a tax file number. */
const kept = ({ check: _, ...profile }: FundProfile): string => JSON.stringify(encode(profile))

/** The SQL statements on funds and their products. */
export const fundsRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columnsOf = (alias: string) =>
    sql.literal(
      ["id", "slug", "name", "simulated", "profile", "version"].map((name) => `${alias}.${name}`).join()
    )
  const columns = columnsOf("f")

  const stored = (row: Row): Effect.Effect<StoredFund> =>
    Effect.map(Effect.orDie(decode(row.profile)), (profile) => ({ ...row, profile }))

  const first = (rows: ReadonlyArray<Row>) =>
    rows[0] === undefined ? Effect.succeedNone : Effect.asSome(stored(rows[0]))

  /** Returns false if the profile of another fund has the USI. A product that it gave up becomes this fund's, with its id. */
  const upsertProduct = Effect.fnUntraced(function* (fund: StoredFund, product: S.FundProfileProduct) {
    const { abn } = fund.profile.fund
    const row = {
      id: yield* newId,
      fund_id: fund.id,
      simulated: fund.simulated,
      usi: product.usi,
      name: product.name,
      is_mysuper: product.is_mysuper,
      is_open_to_new_members: product.is_open_to_new_members,
      performance_test: product.performance_test,
      contribution_restricted: product.contribution_restricted,
      homepage_url: product.homepage_url ?? null,
      pds_url: product.pds_url ?? null,
      tmd_url: product.tmd_url ?? null,
      sort_key: `${fold(fund.name)}\t${fold(product.name)}`,
      search_text: searchText({ abn, fund_name: fund.name, name: product.name, usi: product.usi }),
      withdrawn_at: null
    }
    const rows = yield* sql`INSERT INTO fund_products AS p ${sql.insert(row)}
      ON CONFLICT (usi, simulated) DO UPDATE SET fund_id = excluded.fund_id, name = excluded.name, is_mysuper = excluded.is_mysuper,
        is_open_to_new_members = excluded.is_open_to_new_members, performance_test = excluded.performance_test,
        contribution_restricted = excluded.contribution_restricted, homepage_url = excluded.homepage_url,
        pds_url = excluded.pds_url, tmd_url = excluded.tmd_url, sort_key = excluded.sort_key,
        search_text = excluded.search_text, withdrawn_at = NULL,
        possible_default_changed_at = CASE
          WHEN p.possible_default = (excluded.is_mysuper AND excluded.is_open_to_new_members)
          THEN p.possible_default_changed_at ELSE platform_now() END
      WHERE p.fund_id = excluded.fund_id OR p.withdrawn_at IS NOT NULL RETURNING id`
    return rows.length === 1
  })

  /** The products of other funds that have these USIs, locked with their funds: a review of their employers ends first. */
  const lockOthers = (fund: StoredFund, usis: ReadonlyArray<S.Usi>) =>
    sql<OtherProduct>`SELECT p.usi, o.slug, p.withdrawn_at IS NOT NULL AS is_given_up
      FROM funds o JOIN fund_products p ON p.fund_id = o.id
      WHERE p.fund_id <> ${fund.id} AND p.simulated = ${fund.simulated} AND ${sql.in("p.usi", usis)}
      ORDER BY o.id, p.usi FOR UPDATE`

  const findBySlug = (slug: string) =>
    Effect.flatMap(sql<Row>`SELECT ${columns} FROM funds f WHERE f.slug = ${slug}`, first)

  const lockBySlug = (slug: string) =>
    Effect.flatMap(sql<Row>`SELECT ${columns} FROM funds f WHERE f.slug = ${slug} FOR UPDATE`, first)

  const orNoSuchFund = Effect.fnUntraced(function* (slug: string, found: Option.Option<StoredFund>) {
    return Option.isNone(found) ? yield* noSuchFund(slug) : found.value
  })

  return {
    /** The columns of a fund for another statement, and the fund of such a row. */
    columnsOf,
    stored,

    find: (id: S.FundId) =>
      Effect.flatMap(sql<Row>`SELECT ${columns} FROM funds f WHERE f.id = ${id}`, first),

    findBySlug,

    /** Finds the fund and locks its row until the transaction ends. */
    lockBySlug,

    /** The fund that an operator names; fails if it isn't loaded. */
    named: (slug: string) => Effect.flatMap(findBySlug(slug), (found) => orNoSuchFund(slug, found)),

    /** Like `named`, and locks the row until the transaction ends. */
    lockNamed: (slug: string) => Effect.flatMap(lockBySlug(slug), (found) => orNoSuchFund(slug, found)),

    /** Creates the fund or replaces its profile. The version is incremented if the profile differs. */
    upsert: Effect.fnUntraced(function* (profile: FundProfile) {
      const { abn, name, slug } = profile.fund
      const rows = yield* sql<Row>`
        INSERT INTO funds AS f (id, slug, name, abn, simulated, profile, inserted_at, updated_at)
        VALUES (${yield* newId}, ${slug}, ${name}, ${abn}, ${profile.simulated}, ${kept(profile)}::jsonb,
          platform_now(), platform_now())
        ON CONFLICT (slug) DO UPDATE SET name = excluded.name, abn = excluded.abn, profile = excluded.profile,
          version = f.version + CASE WHEN f.profile = excluded.profile THEN 0 ELSE 1 END,
          updated_at = excluded.updated_at
        RETURNING ${columns}`
      return Option.getOrThrow(yield* first(rows))
    }),

    /** The test data of the profile, sealed; null if it has none. */
    setCheckSettings: (id: S.FundId, sealed: Uint8Array | null) =>
      sql`UPDATE funds SET check_settings = ${sealed} WHERE id = ${id}`,

    /** The test data of the newest profile, sealed. */
    checkSettings: (id: S.FundId) =>
      Effect.map(
        sql<{ check_settings: Uint8Array | null }>`SELECT check_settings FROM funds WHERE id = ${id}`,
        ([row]) => row?.check_settings ?? null
      ),

    /**
     * Writes the fund's products and withdraws those that its profile no longer names. Returns those that were products of
     * other funds: `moved` are this fund's now; `taken` are in other funds' profiles, and were not written.
     */
    replaceProducts: Effect.fnUntraced(function* (fund: StoredFund) {
      const { products } = fund.profile
      const usis = products.map(({ usi }) => usi)
      const moved = (yield* lockOthers(fund, usis)).filter(({ is_given_up }) => is_given_up)
      const refused = yield* Effect.filter(products, (product) =>
        Effect.map(upsertProduct(fund, product), (isWritten) => !isWritten)
      )
      yield* sql`UPDATE fund_products SET withdrawn_at = platform_now(), is_open_to_new_members = false,
          possible_default_changed_at =
            CASE WHEN possible_default THEN platform_now() ELSE possible_default_changed_at END
        WHERE fund_id = ${fund.id} AND withdrawn_at IS NULL AND NOT ${sql.in("usi", usis)}`
      const left = refused.map(({ usi }) => usi)
      const taken = left.length === 0 ? [] : yield* lockOthers(fund, left)
      return { moved, taken }
    }),

    /** Every fund, sorted by slug. */
    summaries: sql<FundSummary>`
        SELECT f.slug, f.name, f.simulated, f.version, c.version AS credentials_version,
          c.refused_at AS credentials_refused_at,
          ${sql.literal(HELD_UNTIL)} AS held_until,
          g.because AS held_because, CASE WHEN g.because = 'operator' THEN g.hold_reason END AS hold_reason,
          CASE WHEN g.because = 'operator' THEN (SELECT a.actor_id FROM audit_log a WHERE a.entity_id = f.id
            AND a.action = 'fund.hold' ORDER BY a.occurred_at DESC LIMIT 1) END AS held_by, g.found,
          k.checked_at, k.mode AS check_mode, k.verdict AS check_verdict,
          k.profile_version AS check_profile_version,
          (SELECT count(*)::int FROM fund_calls k WHERE k.fund_id = f.id AND k.state = 'waiting') AS waiting,
          (SELECT count(*)::int FROM fund_calls k WHERE k.fund_id = f.id AND k.state = 'stopped') AS stopped,
          (SELECT count(*)::int FROM fund_products p WHERE p.fund_id = f.id AND p.withdrawn_at IS NULL) AS products,
          (SELECT count(*)::int FROM fund_links l WHERE l.fund_id = f.id AND l.enabled) AS links
        FROM funds f
        LEFT JOIN fund_gates g ON g.fund_id = f.id
        LEFT JOIN fund_checks k ON k.fund_id = f.id
        LEFT JOIN LATERAL (SELECT version, refused_at FROM fund_credentials
          WHERE fund_id = f.id ORDER BY version DESC LIMIT 1) c ON true
        ORDER BY f.slug`
  }
})
