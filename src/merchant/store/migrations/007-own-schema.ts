export const ownSchema = `
-- Moves the tables into a schema of their own: the shop may have a table "sessions" itself. In a new database they are in
-- that schema from the first migration on.
--
-- A view replaces each table in the old schema, so servers of the version before still work: they write and lock through
-- the view. A later migration that renames, drops or retypes a column must drop the views first.
do $$
declare
  old_place constant text := current_schema();
  moved text;
  table_name text;
  view_name text;
  granted record;
begin
  if old_place = 'payin_checkout' then return; end if;
  -- In the order in which transactions lock them, or this migration and a transaction could deadlock.
  foreach moved in array array['webhook_events', 'session_claims', 'payouts', 'sessions', 'session_ids', 'outbox', 'alerts',
    'service_budget', 'installation', 'migrations']
  loop
    view_name := format('%I.%I', old_place, moved);
    table_name := format('payin_checkout.%I', moved);
    execute format('alter table %s set schema payin_checkout', view_name);
    execute format('create view %s as select * from %s', view_name, table_name);
    -- The view gets the table's privileges and no others: default privileges of a schema apply to every new view.
    for granted in
      select distinct case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as to_whom
      from pg_class, aclexplode(relacl) where pg_class.oid = view_name::regclass and grantee <> relowner
    loop
      execute format('revoke all on %s from %s', view_name, granted.to_whom);
    end loop;
    for granted in
      select case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as to_whom,
        privilege_type as what, relrowsecurity as by_row
      from pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
      where pg_class.oid = table_name::regclass and pg_get_userbyid(grantee) <> current_user
    loop
      execute format('grant usage on schema payin_checkout to %s', granted.to_whom);
      -- A view reads with its owner's privileges, so it would bypass the table's row-level security.
      if not granted.by_row then
        execute format('grant %s on %s to %s', granted.what, view_name, granted.to_whom);
      end if;
    end loop;
  end loop;
  -- For the next migrations in this transaction.
  perform set_config('search_path', 'payin_checkout', true);
end $$;
`
