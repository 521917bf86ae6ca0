-- The role that requests run as, and who may make requests.

-- Roles belong to the whole PostgreSQL server, not to one database: it may be there already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'carillon_api') then
    create role carillon_api nologin;
  end if;
exception
  when duplicate_object or unique_violation then
    null; -- Another database of this PostgreSQL made it a moment before.
  when insufficient_privilege then
    raise exception 'the role carillon_api is missing, and % may not create roles', current_user
      using hint = format('Have an administrator run: create role carillon_api nologin;'
        ' grant carillon_api to %I;', current_user);
end $$;

-- A superuser may become any role. Anybody else must be a member.
do $$
declare
  allowed boolean;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    return;
  end if;
  begin
    grant carillon_api to current_user;
  exception
    when insufficient_privilege then
      execute format('select pg_has_role(current_user, ''carillon_api'', %L)',
        case when current_setting('server_version_num')::int >= 160000
          then 'SET' else 'MEMBER' end)
        into allowed;
      if not allowed then
        raise exception '% may not become the role carillon_api', current_user
          using hint = format('Have an administrator run: grant carillon_api to %I;', current_user);
      end if;
  end;
end $$;

grant usage on schema carillon to carillon_api;
grant select on carillon.organizations, carillon.nodes to carillon_api;
grant select, insert, update, delete
  on carillon.schedules, carillon.timers, carillon.runs, carillon.open_runs to carillon_api;
-- A request holds off a change of a shard's owner with FOR SHARE, which asks for a right to update.
grant select, update (shard) on carillon.shards to carillon_api;

-- Who may call. The token itself is known to its holder only.
create table carillon.tokens (
  id         uuid not null,
  org_id     int not null references carillon.organizations (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  name       text not null,
  principal  text not null check (principal like 'user:_%' or principal like 'agent:_%'),
  created_by text not null,
  scopes     text[] not null check (cardinality(scopes) > 0),
  hash       text not null check (length(hash) = 64),
  primary key (org_id, id)
);
create unique index tokens_by_hash on carillon.tokens (hash);

-- Answers to requests that carried an Idempotency-Key; status is null while the first is under way.
create table carillon.idempotency_keys (
  org_id       int not null references carillon.organizations (id),
  principal    text not null,
  path         text not null,
  key          text not null,
  started_at   timestamptz not null,
  expires_at   timestamptz not null,
  request      text not null,
  resource_id  uuid not null,
  status       int,
  content_type text,
  location     text,
  etag         text,
  body         text,
  primary key (org_id, principal, path, key)
);
create index idempotency_keys_expiry on carillon.idempotency_keys (expires_at);

create policy engine on carillon.tokens to current_user using (true) with check (true);
create policy engine on carillon.idempotency_keys to current_user using (true) with check (true);
create policy organization on carillon.tokens
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.idempotency_keys
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.tokens enable row level security, force row level security;
alter table carillon.idempotency_keys enable row level security, force row level security;
grant select, insert, update on carillon.tokens to carillon_api;
grant select, insert, update, delete on carillon.idempotency_keys to carillon_api;
