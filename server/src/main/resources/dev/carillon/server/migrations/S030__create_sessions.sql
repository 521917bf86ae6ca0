-- Who is signed in to the page. What the browser holds is known to it alone; here is its hash.

-- A session is worth what it was opened with: a token, which it ends with, or the operator's token,
-- whose hash says which one that was.
create table carillon.sessions (
  org_id     int not null references carillon.organizations (id),
  hash       text not null check (length(hash) = 64),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  token_id   uuid,
  operator   text check (length(operator) = 64),
  primary key (org_id, hash),
  foreign key (org_id, token_id) references carillon.tokens (org_id, id) on delete cascade,
  check (num_nonnulls(token_id, operator) = 1)
) with (fillfactor = 70);
create unique index sessions_by_hash on carillon.sessions (hash);
create index sessions_expiry on carillon.sessions (org_id, expires_at);

create policy engine on carillon.sessions to current_user using (true) with check (true);
create policy organization on carillon.sessions
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.sessions enable row level security, force row level security;
grant select, insert, update, delete on carillon.sessions to carillon_api;
