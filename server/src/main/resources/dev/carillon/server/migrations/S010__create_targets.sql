-- What runs are carried out with: executors, grants, workflows, agents, rooms and their messages.

-- Endpoints by name: where workflows and graphs are run.
create table carillon.executors (
  org_id     int not null references carillon.organizations (id),
  name       text not null check (name <> ''),
  url        text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, name)
);

-- Authority to run graphs at somebody's expense. It names who and what for; it holds no credential.
create table carillon.grants (
  id                 uuid not null,
  org_id             int not null references carillon.organizations (id),
  created_at         timestamptz not null default now(),
  expires_at         timestamptz,
  revoked_at         timestamptz,
  user_id            text not null,
  billing_account_id text not null,
  scopes             text[] not null check (cardinality(scopes) > 0),
  created_by         text not null,
  revoked_by         text,
  primary key (org_id, id)
);

-- Definitions; the schedules of their triggers are rows of carillon.schedules.
create table carillon.workflows (
  org_id     int not null references carillon.organizations (id),
  id         text not null check (id <> ''),
  version    bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name       text not null default '',
  executor   text,
  triggers   json not null default '[]',
  definition json,
  primary key (org_id, id)
);

create table carillon.agents (
  org_id      int not null references carillon.organizations (id),
  id          text not null check (id <> ''),
  name        text not null,
  description text not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  primary key (org_id, id)
);

-- Where messages are put. A schedule without a room of its own gets one, and keeps it.
create table carillon.rooms (
  id          uuid not null,
  org_id      int not null references carillon.organizations (id),
  schedule_id uuid,
  created_at  timestamptz not null default now(),
  last_seq    bigint not null default 0,
  name        text not null,
  agent_id    text,
  created_by  text not null,
  primary key (org_id, id)
);
create unique index rooms_of_schedule on carillon.rooms (org_id, schedule_id)
  where schedule_id is not null;
create index rooms_of_agent on carillon.rooms (org_id, agent_id, id) where agent_id is not null;

-- Numbered within their room in the order of their commits: the room's row is locked meanwhile.
create table carillon.messages (
  org_id      int not null,
  room_id     uuid not null,
  seq         bigint not null,
  id          uuid not null,
  run_id      uuid,
  schedule_id uuid,
  created_at  timestamptz not null default now(),
  kind        text not null check (kind in ('message', 'system_event')),
  sender      text not null,
  agent_id    text,
  text        text not null,
  primary key (org_id, room_id, seq),
  foreign key (org_id, room_id) references carillon.rooms (org_id, id) on delete cascade
);
create unique index messages_by_id on carillon.messages (org_id, id);
-- One message per run, however often it is attempted.
create unique index messages_of_run on carillon.messages (org_id, run_id) where run_id is not null;
create index messages_of_agent on carillon.messages (org_id, agent_id, room_id)
  where agent_id is not null;

-- The public halves of the keys that sign grant tokens, of all servers: any of them can be asked.
create table carillon.signing_keys (
  kid        text primary key,
  public_jwk json not null,
  seen_at    timestamptz not null default now()
);

create policy engine on carillon.executors to current_user using (true) with check (true);
create policy engine on carillon.grants to current_user using (true) with check (true);
create policy engine on carillon.workflows to current_user using (true) with check (true);
create policy engine on carillon.agents to current_user using (true) with check (true);
create policy engine on carillon.rooms to current_user using (true) with check (true);
create policy engine on carillon.messages to current_user using (true) with check (true);
create policy organization on carillon.executors
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.grants
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.workflows
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.agents
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.rooms
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.messages
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.executors enable row level security, force row level security;
alter table carillon.grants enable row level security, force row level security;
alter table carillon.workflows enable row level security, force row level security;
alter table carillon.agents enable row level security, force row level security;
alter table carillon.rooms enable row level security, force row level security;
alter table carillon.messages enable row level security, force row level security;
grant select, insert, update, delete on carillon.executors, carillon.workflows, carillon.agents,
  carillon.rooms, carillon.messages to carillon_api;
grant select, insert, update on carillon.grants to carillon_api;
