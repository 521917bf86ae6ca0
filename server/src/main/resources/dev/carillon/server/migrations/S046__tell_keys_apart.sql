-- By what servers of one database see that they do not sign alike: the first digits of a hash of each
-- signing key, between commas. Nothing of a key follows from them.
alter table carillon.node_reports add column signs_with text;
