export const ownSchema = `
-- The tables get a schema of their own: the other one is the shop's, which may have a table "sessions" itself. A new database
-- has them there from the first change on.
--
-- A view stays behind in the place of each table, so that servers of the version before go on working until the last of them
-- has gone: they write and lock through it. A later change that renames, drops or retypes a column drops the views first.
do $$
declare
  old_place constant text := current_schema();
  moved text;
  table_name text;
  view_name text;
  granted record;
begin
  if old_place = 'payin_checkout' then return; end if;
  -- As transactions take them: whoever holds one of these and waits for an earlier one collides with this change.
  foreach moved in array array['webhook_events', 'session_claims', 'payouts', 'sessions', 'session_ids', 'outbox', 'alerts',
    'service_budget', 'installation', 'migrations']
  loop
    view_name := format('%I.%I', old_place, moved);
    table_name := format('payin_checkout.%I', moved);
    execute format('alter table %s set schema payin_checkout', view_name);
    execute format('create view %s as select * from %s', view_name, table_name);
    -- Who may use the table may use the view, and nobody else: a schema can give rights to all that is made in it.
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
      -- A view reads with its owner's rights, past the policies for the rows of the table.
      if not granted.by_row then
        execute format('grant %s on %s to %s', granted.what, view_name, granted.to_whom);
      end if;
    end loop;
  end loop;
  -- For what follows in this transaction.
  perform set_config('search_path', 'payin_checkout', true);
end $$;
`
