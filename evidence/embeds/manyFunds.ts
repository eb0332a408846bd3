import type { OwnDatabase } from "@embedded-super/contract-tests/database/ownDatabase"

/** The `nth` text of so many letters and digits, as different from the next as names and addresses of real funds are. */
const text = (salt: string, letters: number): string => `substr(md5('${salt}' || n), 1, ${letters})`

/**
 * Adds so many funds like the one that the product is linked to, each with a product that employers can choose and employees
 * can join. Nobody is called for them: they have no lookup of employers.
 */
export const addFunds = ({ query }: Pick<OwnDatabase, "query">, count: number): Promise<unknown> =>
  query(`
    WITH one AS (SELECT f.* FROM funds f JOIN fund_links l ON l.fund_id = f.id LIMIT 1),
    numbered AS (
      SELECT one.*, gen_random_uuid() AS new_id, n,
        initcap(${text("fund", 9)}) || ' ' || initcap(${text("kind", 7)}) || ' Super' AS new_name,
        'https://www.' || ${text("host", 12)} || '.example' AS home,
        chr(65 + n % 26) || chr(65 + n * 7 % 26) || 'A' || lpad((n * 7919 % 10000)::text, 4, '0') || 'AU' AS usi
      FROM one, generate_series(1, ${count}) n
    ),
    added AS (
      INSERT INTO funds (id, slug, name, abn, simulated, profile, inserted_at, updated_at)
      SELECT new_id, 'fund-' || n, new_name, abn, simulated,
        jsonb_set(profile, '{operations,member_registration,usi}', to_jsonb(usi))
          #- '{operations,employer_lookup}', inserted_at, updated_at
      FROM numbered
    ),
    products AS (
      INSERT INTO fund_products (id, fund_id, simulated, usi, name, is_mysuper, is_open_to_new_members,
        performance_test, contribution_restricted, homepage_url, pds_url, tmd_url, sort_key, search_text)
      SELECT gen_random_uuid(), new_id, simulated, usi, new_name || ' MySuper', true, true, 'passed', false, home,
        home || '/' || ${text("pds", 8)} || '/pds.pdf', home || '/' || ${text("tmd", 8)} || '/tmd.pdf',
        lower(new_name), lower(new_name)
      FROM numbered
    ),
    links AS (
      INSERT INTO fund_links (product_id, fund_id, enabled, inserted_at, updated_at)
      SELECT l.product_id, new_id, true, l.inserted_at, l.updated_at
      FROM numbered JOIN fund_links l ON l.fund_id = numbered.id
    )
    INSERT INTO fund_credentials (id, fund_id, version, sealed, inserted_at)
    SELECT gen_random_uuid(), new_id, 1, c.sealed, c.inserted_at
    FROM numbered JOIN fund_credentials c ON c.fund_id = numbered.id`)
