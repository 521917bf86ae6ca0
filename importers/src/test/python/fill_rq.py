"""Fills a Redis with jobs that are to run later, written by the real rq.

python3 fill_rq.py PORT

rq-scheduler is not packaged everywhere. What it adds to RQ is the set of job ids and four keys of a
job's meta, and that is written here as it writes it; jobs and pickles are RQ's own.
"""

import sys
from datetime import datetime, timedelta, timezone

from redis import Redis
from rq import Queue, Retry
from rq.job import Job
from rq.serializers import JSONSerializer

redis = Redis(host="127.0.0.1", port=int(sys.argv[1]))
later = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=2)

# RQ's own scheduler.
queue = Queue("reports", connection=redis)
queue.enqueue_at(later, "app.tasks.digest", "eu", when=datetime(2026, 2, 10, 7, 0), tags={"a"},
                 job_id="once-pickled", job_timeout=180, retry=Retry(max=2, interval=[30, 60]))
Queue("json", connection=redis, serializer=JSONSerializer).enqueue_at(
    later, "app.tasks.digest", "eu", deep={"a": [1, 2.5, None, True]}, job_id="once-json")

# The chain of S1.
Queue("workflows", connection=redis).enqueue_at(
    later, "tasks.execute_scheduled_job", "a1b2c3d4", 5, 2, job_id="sched-a1b2c3d4-n5-rc2")


# rq-scheduler.
def scheduled(name, meta, *args, **kwargs):
    job = Job.create("app.tasks." + name, args=args, kwargs=kwargs, connection=redis, id=name,
                     origin="reports", result_ttl=-1, timeout=180,
                     description="app.tasks.%s(%s)" % (name, ", ".join(map(repr, args))))
    job.meta.update(meta)
    job.save()
    redis.zadd("rq:scheduler:scheduled_jobs", {job.id: int(later.timestamp())})


scheduled("cron", {"cron_string": "0 8 * * 1-5", "use_local_timezone": False}, "eu")
scheduled("interval", {"interval": 600, "repeat": 3}, 1, key=b"\x00\xff")
scheduled("single", {}, None, timedelta(hours=1), (1, (2, 3)), later)


class Foreign:
    """Something whose pickle is more than data."""


scheduled("foreign", {"interval": 60}, Foreign())

# What RQ cron (2.5 and later) publishes, and a hash whose name begins like rq-scheduler's set.
redis.hset("rq:scheduler:worker-1", mapping={"name": "worker-1", "hostname": "h"})
redis.hset("rq:cron_scheduler:sched-1", mapping={
    "hostname": "h", "pid": "1", "name": "sched-1", "config_file": "cron_config.py",
    "cron_jobs": """[
      {"func_name": "app.tasks.clean", "name": "clean", "queue_name": "default",
       "args": "[7]", "kwargs": "{\\"deep\\": true}", "interval": null, "cron": "*/15 * * * *",
       "latest_enqueue_time": null, "next_enqueue_time": null, "job_timeout": 90},
      {"func_name": "app.tasks.beat", "name": null, "queue_name": "default",
       "args": null, "kwargs": null, "interval": 45, "cron": null}]"""})
