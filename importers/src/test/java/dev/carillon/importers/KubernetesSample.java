package dev.carillon.importers;

/** CronJobs as people write them. */
public final class KubernetesSample {

  public static final String YAML =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: other}
      ---
      apiVersion: batch/v1
      kind: CronJob
      metadata:
        name: report
        namespace: prod
      spec:
        schedule: "0 9 * * 1-5"
        timeZone: Europe/Berlin
        concurrencyPolicy: Forbid
        startingDeadlineSeconds: 200
        jobTemplate:
          spec:
            backoffLimit: 2
            activeDeadlineSeconds: 600
            template:
              spec:
                containers:
                  - name: main
                    image: busybox:1.36
                    command: ["/bin/sh", "-c", "date"]
                    env: [{name: KEY, value: hush}]
      ---
      apiVersion: v1
      kind: List
      items:
        - kind: CronJob
          metadata: {name: nightly}
          spec:
            schedule: "CRON_TZ=Asia/Tokyo 30 2 * * *"
            suspend: true
            concurrencyPolicy: Replace
        - kind: CronJob
          metadata: {name: empty}
          spec: {}
      """;

  private KubernetesSample() {}
}
